package dev.colonnade.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.colonnade.client.page.batch.BatchPageDecoder;
import dev.colonnade.client.page.pair.PairPageDecoder;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fuzz test of page decoders: for arbitrary bytes of a page, reading all of it returns values or
 * throws {@link ProtocolException}. The first byte is the expected row count. Runs over its seeds;
 * with {@code JAZZER_FUZZ=1} in the environment it generates further inputs.
 */
@Execution(ExecutionMode.SAME_THREAD)
final class PageFuzzTest {
  private static final List<GoldenTables.Table> TABLES = load();

  private static List<GoldenTables.Table> load() {
    try {
      return GoldenTables.load();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<byte[]> pairs() {
    return TABLES.stream()
        .filter(table -> table.description().name().equals("types"))
        .map(
            table -> {
              List<GoldenTables.Row> rows = table.rows().subList(0, 3);
              ByteBuf payload = PageFixtures.pairs(rows);
              try {
                return withRowCount(rows.size(), ByteBufUtil.getBytes(payload));
              } finally {
                payload.release();
              }
            });
  }

  static Stream<byte[]> batches() {
    GoldenTables.Table table = TABLES.get(0);
    List<ResultColumn> columns = PageFixtures.columns(table.description());
    List<GoldenTables.Row> rows = table.rows().subList(0, 3);
    return Arrays.stream(Compression.values())
        .map(
            compression ->
                withRowCount(
                    rows.size(),
                    ArrowMessages.batch(
                        columns,
                        rows.stream().map(GoldenTables.Row::values).toList(),
                        compression)));
  }

  static Stream<byte[]> schemas() {
    return TABLES.stream()
        .map(table -> ArrowMessages.schema(PageFixtures.columns(table.description())));
  }

  @MethodSource("pairs")
  @FuzzTest(maxDuration = "10m")
  void shouldReadOrRejectPairs(byte[] page) {
    GoldenTables.Table table = TABLES.get(0);
    readOrRefuse(
        new PairPageDecoder(PageFixtures.pairsHead(table.description()), table.description()),
        page);
  }

  @MethodSource("batches")
  @FuzzTest(maxDuration = "10m")
  void shouldReadOrRejectBatches(byte[] page) {
    List<ResultColumn> columns = PageFixtures.columns(TABLES.get(0).description());
    readOrRefuse(new BatchPageDecoder(PageFixtures.batchHead(columns)), page);
  }

  @MethodSource("schemas")
  @FuzzTest(maxDuration = "10m")
  void shouldReadOrRejectSchemas(byte[] messages) {
    ResultMetadata like = PageFixtures.batchHead(PageFixtures.columns(TABLES.get(0).description()));
    ResultMetadata head =
        new ResultMetadata(like.encoding(), 1, 1, like.columns(), Bytes.copyOf(messages));
    try {
      assertThat(new BatchPageDecoder(head)).isNotNull();
    } catch (ProtocolException refused) {
      assertThat(refused.error()).isNotNull();
    }
  }

  private static void readOrRefuse(PageDecoder decoder, byte[] bytes) {
    if (bytes.length < 2) {
      return; // no page: Netty shares one empty buffer, which is never released
    }
    ByteBuf payload = Unpooled.wrappedBuffer(bytes, 1, bytes.length - 1);
    try (ResultPage page = decoder.decode(PageFixtures.info(bytes[0] & 0x7F), payload)) {
      RowCursor rows = page.rows();
      while (rows.next()) {
        for (int i = 0; i < page.columns().size(); i++) {
          rows.objectAt(i);
        }
      }
    } catch (ProtocolException refused) {
      assertThat(refused.error()).isNotNull();
    }
    assertThat(payload.refCnt()).isZero();
  }

  private static byte[] withRowCount(int rowCount, byte[] page) {
    byte[] bytes = new byte[page.length + 1];
    bytes[0] = (byte) rowCount;
    System.arraycopy(page, 0, bytes, 1, page.length);
    return bytes;
  }
}
