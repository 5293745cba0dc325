package dev.colonnade.client.page.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.page.GoldenTables;
import dev.colonnade.client.page.PageFixtures;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.KeyValuePageLayout;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PairPageDecoderTest {
  static List<GoldenTables.Table> tables() throws IOException {
    return GoldenTables.load();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldReadGoldenRowsOfAllVersionsInOnePage(GoldenTables.Table table) {
    assertReads(table.description(), table.rows());
    List<GoldenTables.Row> reversed = new ArrayList<>(table.rows());
    Collections.reverse(reversed);
    assertReads(table.description(), reversed);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldReadGoldenRowsOneByOne(GoldenTables.Table table) {
    assertThat(table.rows()).isNotEmpty();
    table.rows().forEach(row -> assertReads(table.description(), List.of(row)));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldRejectPagesThatAreTruncatedAnywhere(GoldenTables.Table table) {
    List<GoldenTables.Row> rows = table.rows().subList(0, 1);
    ByteBuf whole = PageFixtures.pairs(rows);
    Set<Integer> pairEnds = pairEnds(rows.get(0));
    try {
      for (int length = 0; length < Math.min(whole.readableBytes(), 2_000); length++) {
        if (pairEnds.contains(length)) {
          continue; // a row of several families may well lack some
        }
        ByteBuf cut = whole.copy(0, length);
        assertThatThrownBy(() -> decode(table.description(), 1, cut).close())
            .isInstanceOf(ProtocolException.class);
        assertThat(cut.refCnt()).isZero();
      }
    } finally {
      whole.release();
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldReadOrRejectPagesWithAnyByteChanged(GoldenTables.Table table) {
    long seed = Seed.of("PairPageDecoderTest");
    Random random = new Random(seed);
    ByteBuf whole = PageFixtures.pairs(table.rows());
    try {
      for (int i = 0; i < 500; i++) {
        ByteBuf changed = whole.copy();
        changed.setByte(random.nextInt(Math.min(changed.readableBytes(), 3_000)), random.nextInt());
        readAll(table.description(), table.rows().size(), changed, "seed=" + seed);
        assertThat(changed.refCnt()).isZero();
      }
    } finally {
      whole.release();
    }
  }

  @Test
  void shouldRejectReadsOfAClosedPage() throws IOException {
    GoldenTables.Table table = tables().get(0);
    ByteBuf payload = PageFixtures.pairs(table.rows());
    ResultPage page = decode(table.description(), table.rows().size(), payload);
    var bigint = page.column("c_big");
    var text = page.column("c_text");
    page.close();
    page.close();

    assertThat(payload.refCnt()).isZero();
    assertThatThrownBy(() -> bigint.longAt(0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> text.textAt(0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> page.column("c_int")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldRejectAnotherNumberOfRows() throws IOException {
    GoldenTables.Table table = tables().get(0);
    for (int wrong : new int[] {0, 1, table.rows().size() + 1, Integer.MAX_VALUE}) {
      ByteBuf payload = PageFixtures.pairs(table.rows());
      assertThatThrownBy(() -> decode(table.description(), wrong, payload))
          .isInstanceOf(ProtocolException.class);
      assertThat(payload.refCnt()).isZero();
    }
  }

  private static Set<Integer> pairEnds(GoldenTables.Row row) {
    Set<Integer> ends = new HashSet<>();
    int end = 0;
    for (GoldenTables.Pair pair : row.pairs()) {
      end += KeyValuePageLayout.HEADER_BYTES + pair.key().length() + pair.value().length();
      ends.add(end);
    }
    return ends;
  }

  private static void assertReads(TableDescription table, List<GoldenTables.Row> rows) {
    ByteBuf payload = PageFixtures.pairs(rows);
    try (ResultPage page = decode(table, rows.size(), payload)) {
      RowCursor cursor = page.rows();
      for (GoldenTables.Row row : rows) {
        assertThat(cursor.next()).isTrue();
        PageFixtures.assertValues(page.columns(), cursor, row.values());
      }
      assertThat(cursor.next()).isFalse();
    }
    assertThat(payload.refCnt()).isZero();
  }

  private static void readAll(
      TableDescription table, int rowCount, ByteBuf payload, String description) {
    try (ResultPage page = decode(table, rowCount, payload)) {
      RowCursor cursor = page.rows();
      while (cursor.next()) {
        for (int i = 0; i < page.columns().size(); i++) {
          cursor.objectAt(i);
        }
      }
    } catch (ProtocolException refused) {
      assertThat(refused.error()).isNotNull();
    } catch (RuntimeException wrong) {
      throw new AssertionError(description, wrong);
    }
  }

  private static ResultPage decode(TableDescription table, int rowCount, ByteBuf payload) {
    return new PairPageDecoder(PageFixtures.pairsHead(table), table)
        .decode(PageFixtures.info(rowCount), payload);
  }
}
