package dev.colonnade.protocol.tuple;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.schema.WireType;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fuzz test of tuple blocks: the tuples of arbitrary bytes are read or rejected. Runs over its
 * seeds; with {@code JAZZER_FUZZ=1} in the environment it generates further inputs.
 */
@Execution(ExecutionMode.SAME_THREAD)
final class TupleFuzzTest {
  private static final TupleSchema SHAPE =
      TupleSchema.of(
          WireType.BIGINT,
          WireType.TEXT,
          WireType.BOOLEAN,
          WireType.BYTEA,
          WireType.numeric(38, 9));

  static Stream<byte[]> blocks() {
    return Stream.of("1f", "0e0100000000000000", "1502c3a90300ff01" + "00".repeat(13))
        .map(HexFormat.of()::parseHex);
  }

  @MethodSource("blocks")
  @FuzzTest(maxDuration = "10m")
  void shouldReadOrRejectBlocks(byte[] block) {
    TupleReader reader = new TupleReader(SHAPE, Unpooled.wrappedBuffer(block));
    try {
      while (reader.hasNext()) {
        reader.next();
        readColumns(reader);
      }
    } catch (ProtocolException refused) {
      assertThat(refused.error()).isNotNull();
    }
  }

  private static void readColumns(TupleReader reader) {
    if (!reader.isNull(0)) {
      assertThat(reader.longAt(0)).isBetween(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (!reader.isNull(1)) {
      assertThat(reader.textAt(1)).isNotNull();
    }
    if (!reader.isNull(2)) {
      assertThat(reader.booleanAt(2)).isIn(true, false);
    }
    if (!reader.isNull(3)) {
      assertThat(reader.bytesAt(3)).hasSize(reader.byteLengthAt(3));
    }
    if (!reader.isNull(4)) {
      assertThat(reader.decimalAt(4).scale()).isEqualTo(9);
    }
  }
}
