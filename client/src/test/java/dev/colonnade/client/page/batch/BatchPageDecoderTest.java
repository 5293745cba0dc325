package dev.colonnade.client.page.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.page.ArrowMessages;
import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.client.page.GoldenTables;
import dev.colonnade.client.page.PageFixtures;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BatchPageDecoderTest {
  static List<GoldenTables.Table> tables() throws IOException {
    return GoldenTables.load();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldReadEveryType(GoldenTables.Table table) {
    assertReads(table, Compression.NONE);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldReadCompressedBuffers(GoldenTables.Table table) {
    assertReads(table, Compression.LZ4);
    assertReads(table, Compression.ZSTD);
  }

  @Test
  void shouldReadAPageWithoutRows() throws IOException {
    List<ResultColumn> columns = PageFixtures.columns(tables().get(0).description());
    try (ResultPage page = decode(columns, 0, new byte[0])) {
      assertThat(page.rows().next()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldRejectPagesThatAreTruncatedAnywhere(GoldenTables.Table table) {
    List<ResultColumn> columns = PageFixtures.columns(table.description());
    List<Map<String, @Nullable Object>> rows = values(table.rows().subList(0, 1));
    byte[] whole = ArrowMessages.batch(columns, rows, Compression.NONE);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> decode(columns, 1, cut)).isInstanceOf(ProtocolException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldReadOrRejectPagesWithAnyByteChanged(GoldenTables.Table table) {
    long seed = Seed.of("BatchPageDecoderTest.readOrRefusePagesWithAnyByteChanged");
    Random random = new Random(seed);
    List<ResultColumn> columns = PageFixtures.columns(table.description());
    for (Compression compression : Compression.values()) {
      byte[] whole = ArrowMessages.batch(columns, values(table.rows()), compression);
      for (int i = 0; i < 500; i++) {
        byte[] changed = whole.clone();
        changed[random.nextInt(Math.min(whole.length, 4_000))] = (byte) random.nextInt();
        readOrRefuse(columns, table.rows().size(), changed, "seed=" + seed);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldReadOrRejectSchemasWithAnyByteChanged(GoldenTables.Table table) {
    long seed = Seed.of("BatchPageDecoderTest.readOrRefuseSchemasWithAnyByteChanged");
    Random random = new Random(seed);
    List<ResultColumn> columns = PageFixtures.columns(table.description());
    byte[] whole = ArrowMessages.schema(columns);
    for (int i = 0; i < 1_000; i++) {
      byte[] changed = whole.clone();
      changed[random.nextInt(whole.length)] = (byte) random.nextInt();
      try {
        assertThat(RecordBatchSchema.read(columns, changed).columns()).hasSize(columns.size());
      } catch (ProtocolException refused) {
        assertThat(refused.error()).isNotNull();
      } catch (RuntimeException wrong) {
        throw new AssertionError("seed=" + seed, wrong);
      }
    }
  }

  @Test
  void shouldCopyColumnsIntoArrays() {
    List<ResultColumn> columns =
        List.of(
            new ResultColumn(1, "long", WireType.BIGINT, false),
            new ResultColumn(2, "int", WireType.INTEGER, false),
            new ResultColumn(3, "double", WireType.DOUBLE, false),
            new ResultColumn(4, "numeric", WireType.numeric(10, 2), false));
    List<Map<String, @Nullable Object>> rows =
        IntStream.range(0, 10)
            .mapToObj(
                i ->
                    Map.<String, @Nullable Object>of(
                        "long",
                        (long) i,
                        "int",
                        -i,
                        "double",
                        i / 2.0,
                        "numeric",
                        BigDecimal.valueOf(i, 2)))
            .toList();
    byte[] payload = ArrowMessages.batch(columns, rows, Compression.NONE);
    try (ResultPage page = decode(columns, rows.size(), payload)) {
      long[] longs = new long[4];
      page.column(0).copyLongs(5, 3, longs, 1);
      assertThat(longs).containsExactly(0, 5, 6, 7);
      int[] ints = new int[3];
      page.column("int").copyInts(0, 3, ints, 0);
      assertThat(ints).containsExactly(0, -1, -2);
      double[] doubles = new double[2];
      page.column("double").copyDoubles(8, 2, doubles, 0);
      assertThat(doubles).containsExactly(4.0, 4.5);
      long[] unscaled = new long[2];
      page.column("numeric").copyUnscaled(1, 2, unscaled, 0);
      assertThat(unscaled).containsExactly(1, 2);
    }
  }

  @Test
  void shouldRejectAccessorsOfTheWrongType() throws IOException {
    GoldenTables.Table table = tables().get(0);
    List<ResultColumn> columns = PageFixtures.columns(table.description());
    byte[] payload = ArrowMessages.batch(columns, values(table.rows()), Compression.NONE);
    try (ResultPage page = decode(columns, table.rows().size(), payload)) {
      ColumnReader text = page.column("c_text");
      assertThatThrownBy(() -> text.longAt(0)).isInstanceOf(IllegalArgumentException.class);
      ColumnReader number = page.column("c_big");
      assertThatThrownBy(() -> number.textAt(0)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> number.doubleAt(0)).isInstanceOf(IllegalArgumentException.class);
      ColumnReader decimal = page.column("c_dec");
      assertThat(decimal.isNull(1)).isTrue();
      assertThatThrownBy(() -> decimal.decimalAt(1)).isInstanceOf(IllegalStateException.class);
      assertThat(decimal.unscaledLowAt(1)).isZero();
    }
  }

  @Test
  void shouldRejectSchemasThatDoNotMatchTheColumns() {
    List<ResultColumn> longs = List.of(new ResultColumn(1, "a", WireType.BIGINT, false));
    List<ResultColumn> texts = List.of(new ResultColumn(1, "a", WireType.TEXT, false));
    assertThatThrownBy(() -> RecordBatchSchema.read(longs, ArrowMessages.schema(texts)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("BIGINT")
        .hasMessageContaining("Utf8");
    assertThatThrownBy(() -> RecordBatchSchema.read(List.of(), ArrowMessages.schema(texts)))
        .isInstanceOf(ProtocolException.class);
  }

  private static void assertReads(GoldenTables.Table table, Compression compression) {
    List<ResultColumn> columns = PageFixtures.columns(table.description());
    byte[] payload = ArrowMessages.batch(columns, values(table.rows()), compression);
    try (ResultPage page = decode(columns, table.rows().size(), payload)) {
      RowCursor cursor = page.rows();
      for (GoldenTables.Row row : table.rows()) {
        assertThat(cursor.next()).isTrue();
        PageFixtures.assertValues(columns, cursor, row.values());
      }
      assertThat(cursor.next()).isFalse();
    }
  }

  private static void readOrRefuse(
      List<ResultColumn> columns, int rowCount, byte[] payload, String description) {
    try (ResultPage page = decode(columns, rowCount, payload)) {
      RowCursor cursor = page.rows();
      while (cursor.next()) {
        for (int i = 0; i < columns.size(); i++) {
          cursor.objectAt(i);
        }
      }
    } catch (ProtocolException refused) {
      assertThat(refused.error()).isNotNull();
    } catch (RuntimeException wrong) {
      throw new AssertionError(description, wrong);
    }
  }

  private static List<Map<String, @Nullable Object>> values(List<GoldenTables.Row> rows) {
    return rows.stream().map(GoldenTables.Row::values).toList();
  }

  private static ResultPage decode(List<ResultColumn> columns, int rowCount, byte[] message) {
    ResultMetadata head = PageFixtures.batchHead(columns);
    ByteBuf payload = PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(message);
    try {
      return new BatchPageDecoder(head).decode(PageFixtures.info(rowCount), payload);
    } catch (RuntimeException refused) {
      assertThat(payload.refCnt()).isZero();
      throw refused;
    }
  }
}
