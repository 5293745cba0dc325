package dev.colonnade.server.pg.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.type.value.SpecialNumeric;
import dev.colonnade.type.value.TimeWithZone;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.time.LocalDate;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;

/** Tests the binary format of values that PostgreSQL encodes in a form of their own. */
class BinaryScalarsTest {
  private static void assertBytes(PgTypeCode code, Object value, String hex) {
    ByteBuf out = Unpooled.buffer();
    BinaryValueCodec.write(out, code, value, TextEncoding.UTF8);
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex);
    assertThat(
            BinaryValueCodec.read(
                Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex)), code, TextEncoding.UTF8))
        .isEqualTo(value);
  }

  @Test
  void shouldEncodeInfinity() {
    assertBytes(PgTypeCode.DATE, LocalDate.ofEpochDay(Integer.MAX_VALUE), "7fffffff");
    assertBytes(PgTypeCode.DATE, LocalDate.ofEpochDay(Integer.MIN_VALUE), "80000000");
    assertBytes(PgTypeCode.DATE, LocalDate.of(2000, 1, 2), "00000001");
    assertBytes(
        PgTypeCode.TIMESTAMP,
        EpochMicros.toLocalDateTime(EpochMicros.INFINITY),
        "7fffffffffffffff");
    assertBytes(
        PgTypeCode.TIMESTAMPTZ,
        EpochMicros.toInstant(EpochMicros.MINUS_INFINITY),
        "8000000000000000");
  }

  @Test
  void shouldEncodeTheEndOfTheDay() {
    assertBytes(PgTypeCode.TIME, LocalTime.MAX, "000000141dd76000");
    assertBytes(PgTypeCode.TIMETZ, new TimeWithZone(1, 3600), "0000000000000001fffff1f0");
  }

  @Test
  void shouldEncodeSpecialNumbers() {
    assertBytes(PgTypeCode.NUMERIC, SpecialNumeric.NAN, "00000000c0000000");
    assertBytes(PgTypeCode.NUMERIC, SpecialNumeric.INFINITY, "00000000d0000020");
    assertBytes(PgTypeCode.NUMERIC, SpecialNumeric.MINUS_INFINITY, "00000000f0000020");
  }

  @Test
  void shouldEncodeBits() {
    assertBytes(PgTypeCode.VARBIT, "", "00000000");
    assertBytes(PgTypeCode.BIT, "101", "00000003a0");
    assertBytes(PgTypeCode.VARBIT, "111100001", "00000009f080");
  }
}
