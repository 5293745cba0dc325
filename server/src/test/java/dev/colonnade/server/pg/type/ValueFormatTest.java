package dev.colonnade.server.pg.type;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.IntervalStyle;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.Interval;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formats of values; the expected bytes are those of PostgreSQL 15. */
class ValueFormatTest {
  private static final UUID ID = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");

  @Test
  void shouldWriteTexts() {
    assertThat(text(true)).isEqualTo("t");
    assertThat(text(false)).isEqualTo("f");
    assertThat(text((short) -7)).isEqualTo("-7");
    assertThat(text(0)).isEqualTo("0");
    assertThat(text(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(text(1.5f)).isEqualTo("1.5");
    assertThat(text(1e20)).isEqualTo("1e+20");
    assertThat(text(Double.NaN)).isEqualTo("NaN");
    assertThat(text(new BigDecimal("-12.50"))).isEqualTo("-12.50");
    assertThat(text(new Interval(14, 3, 1_500_000))).isEqualTo("1 year 2 mons 3 days 00:00:01.5");
    assertThat(text("zwölf")).isEqualTo("zwölf");
    assertThat(text(ID)).isEqualTo(ID.toString());
    assertThat(text(LocalDate.of(2024, 2, 29))).isEqualTo("2024-02-29");
    assertThat(text(LocalDate.of(12024, 2, 29))).isEqualTo("12024-02-29");
    assertThat(text(LocalDate.of(0, 1, 2))).isEqualTo("0001-01-02 BC");
    assertThat(text(LocalTime.of(1, 2, 3, 4_500_000))).isEqualTo("01:02:03.0045");
    assertThat(text(LocalDateTime.of(-43, 3, 15, 12, 0))).isEqualTo("0044-03-15 12:00:00 BC");
    assertThat(text(new byte[] {0, (byte) 0xff, 'a'})).isEqualTo("\\x00ff61");
    assertThat(text(Arrays.asList(1, null, "a b", "", "null", "q\"\\")))
        .isEqualTo("{1,NULL,\"a b\",\"\",\"null\",\"q\\\"\\\\\"}");
  }

  @Test
  void shouldWriteLongTextsInPieces() {
    String text = "a".repeat(InterruptionPoint.PIECE - 1) + "\ud83d\ude00".repeat(700_000);
    assertThat(text(text)).isEqualTo(text);
  }

  @Test
  void shouldCheckTheCancellationOfTheStatementInLongValues() {
    List<Integer> numbers = Collections.nCopies(5000, 1);
    for (Object value :
        List.of(
            "a".repeat(3 * InterruptionPoint.PIECE),
            new byte[5000],
            numbers,
            BigDecimal.TEN.pow(100_000))) {
      int[] checks = new int[1];
      InterruptionPoint.call(() -> checks[0]++, () -> text(value));
      assertThat(checks[0]).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void shouldFollowTheStyleOfTheSession() {
    TextStyle style =
        new TextStyle(
            ZoneId.of("Asia/Kolkata"),
            false,
            DateStyle.DEFAULT,
            IntervalStyle.POSTGRES,
            TextEncoding.UTF8,
            1);
    Instant instant = Instant.parse("2024-01-01T00:00:00.25Z");
    assertThat(text(instant, style)).isEqualTo("2024-01-01 05:30:00.25+05:30");
    assertThat(text(instant, TextStyle.DEFAULT)).isEqualTo("2024-01-01 00:00:00.25+00");
    assertThat(
            text(
                instant,
                new TextStyle(
                    ZoneId.of("America/New_York"),
                    true,
                    DateStyle.DEFAULT,
                    IntervalStyle.POSTGRES,
                    TextEncoding.UTF8,
                    1)))
        .isEqualTo("2023-12-31 19:00:00.25-05");
    assertThat(text(new byte[] {0, '\\', 'a', (byte) 0xff}, style)).isEqualTo("\\000\\\\a\\377");
  }

  @Test
  void shouldRoundFloatsToDigits() {
    assertThat(text(0.1 + 0.2, digits(1))).isEqualTo("0.30000000000000004");
    assertThat(text(0.1 + 0.2, digits(0))).isEqualTo("0.3");
    assertThat(text(-1234567.891, digits(-12))).isEqualTo("-1.23e+06");
    assertThat(text(123456.0, digits(-9))).isEqualTo("123456");
    assertThat(text(0.0000123456, digits(-12))).isEqualTo("1.23e-05");
    assertThat(text(Double.NaN, digits(-15))).isEqualTo("NaN");
    assertThat(text(-0.0, digits(-15))).isEqualTo("-0");
    assertThat(text(0.1f, digits(0))).isEqualTo("0.1");
    assertThat(text(1.0f / 3, digits(-3))).isEqualTo("0.333");
    assertThat(text(96f, digits(-15))).isEqualTo("1e+02");
  }

  private static TextStyle digits(int extra) {
    return new TextStyle(
        ZoneId.of("UTC"),
        true,
        DateStyle.DEFAULT,
        IntervalStyle.POSTGRES,
        TextEncoding.UTF8,
        extra);
  }

  @Test
  void shouldWriteAndReadBinaryValues() {
    check(PgTypeCode.BOOL, true, "01");
    check(PgTypeCode.BYTE_CHAR, "a", "61");
    check(PgTypeCode.BYTE_CHAR, "", "00");
    check(PgTypeCode.BYTE_CHAR, "\\377", "ff");
    check(PgTypeCode.INT2, (short) -2, "fffe");
    check(PgTypeCode.INT4, 258, "00000102");
    check(PgTypeCode.INT8, -1L, "ffffffffffffffff");
    check(PgTypeCode.OID, 4_294_967_295L, "ffffffff");
    check(PgTypeCode.FLOAT4, 1.5f, "3fc00000");
    check(PgTypeCode.FLOAT8, -2.0, "c000000000000000");
    check(PgTypeCode.TEXT, "ä", "c3a4");
    check(PgTypeCode.UUID, ID, ID.toString().replace("-", ""));
    check(PgTypeCode.DATE, LocalDate.of(1999, 12, 31), "ffffffff");
    check(PgTypeCode.TIME, LocalTime.of(0, 0, 1), "00000000000f4240");
    check(PgTypeCode.TIMESTAMP, LocalDateTime.of(2000, 1, 1, 0, 0, 1), "00000000000f4240");
    check(PgTypeCode.TIMESTAMPTZ, Instant.parse("1999-12-31T23:59:59Z"), "fffffffffff0bdc0");
    check(PgTypeCode.JSONB, "{}", "017b7d");
    check(PgTypeCode.INTERVAL, new Interval(14, 3, 1), "0000000000000001000000030000000e");
    assertThat((byte[]) format(PgTypeCode.BYTEA).read(new byte[] {1, 2})).containsExactly(1, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0000 0000 0000 0000",
    "1, 0001 0000 0000 0000 0001",
    "-1.5, 0002 0000 4000 0001 0001 1388",
    "10000, 0001 0001 0000 0000 0001",
    "12345.678, 0003 0001 0000 0003 0001 0929 1a7c",
    "0.0001, 0001 ffff 0000 0004 0001",
    "0.00, 0000 0000 0000 0002",
    "100.00, 0001 0000 0000 0002 0064",
  })
  void shouldWriteNumbersInGroupsOfFourDigits(BigDecimal value, String hex) {
    check(PgTypeCode.NUMERIC, value, hex.replace(" ", ""));
  }

  @Test
  void shouldReadEveryNumberThatItWrites() {
    long seed = Seed.of("ValueFormatTest");
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      BigDecimal value =
          new BigDecimal(new BigInteger(1 + random.nextInt(200), random), random.nextInt(30));
      BigDecimal signed = random.nextBoolean() ? value.negate() : value;
      assertThat(format(PgTypeCode.NUMERIC).read(written(PgTypeCode.NUMERIC, signed)))
          .as("seed=" + seed)
          .isEqualTo(signed);
    }
  }

  @Test
  void shouldWriteAndReadArrays() {
    ValueFormat format =
        new ValueFormat(new PgType(PgTypeCode.INT4, true, -1), true, TextStyle.DEFAULT);
    List<Integer> elements = Arrays.asList(1, null);
    ByteBuf out = Unpooled.buffer();
    format.write(out, elements);
    assertThat(ByteBufUtil.hexDump(out))
        .isEqualTo(
            "00000020 00000001 00000001 00000017 00000002 00000001 00000004 00000001 ffffffff"
                .replace(" ", ""));
    assertThat(format.read(ByteBufUtil.getBytes(out.skipBytes(4)))).isEqualTo(elements);
    ByteBuf empty = Unpooled.buffer();
    format.write(empty, List.of());
    assertThat(format.read(ByteBufUtil.getBytes(empty.skipBytes(4)))).isEqualTo(List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "INT4, 000000, PROTOCOL_VIOLATION",
    "INT4, 0000000000, INVALID_BINARY_REPRESENTATION",
    "INT8, 00000001, PROTOCOL_VIOLATION",
    "NUMERIC, 0001 0000 0000 0000 2710, INVALID_BINARY_REPRESENTATION",
    "NUMERIC, ffff 0000 0000 0000, INVALID_BINARY_REPRESENTATION",
    "TEXT, ff, INVALID_TEXT",
    "TEXT, 6100, INVALID_TEXT",
    "JSONB, 02, INVALID_BINARY_REPRESENTATION",
    "TIME, ffffffffffffffff, DATETIME_OUT_OF_RANGE",
  })
  void shouldRefuseMalformedBytes(PgTypeCode code, String hex, ErrorCode error) {
    byte[] bytes = ByteBufUtil.decodeHexDump(hex.replace(" ", ""));
    assertThatThrownBy(() -> format(code).read(bytes))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(error));
  }

  @Test
  void shouldReadTextUnchanged() {
    ValueFormat format =
        new ValueFormat(new PgType(PgTypeCode.INT4, false, -1), false, TextStyle.DEFAULT);
    assertThat(format.read("12".getBytes(UTF_8))).isEqualTo("12");
    assertThat(format.read(null)).isNull();
    ByteBuf out = Unpooled.buffer();
    format.write(out, null);
    assertThat(out.readInt()).isEqualTo(-1);
  }

  private static String text(Object value) {
    return text(value, TextStyle.DEFAULT);
  }

  private static String text(Object value, TextStyle style) {
    ByteBuf out = Unpooled.buffer();
    TextValueEncoder.write(out, value, style);
    return out.toString(UTF_8);
  }

  private static ValueFormat format(PgTypeCode code) {
    return new ValueFormat(new PgType(code, false, -1), true, TextStyle.DEFAULT);
  }

  private static byte[] written(PgTypeCode code, Object value) {
    ByteBuf out = Unpooled.buffer();
    format(code).write(out, value);
    assertThat(out.readInt()).isEqualTo(out.readableBytes());
    return ByteBufUtil.getBytes(out);
  }

  private static void check(PgTypeCode code, Object value, String hex) {
    byte[] bytes = written(code, value);
    assertThat(ByteBufUtil.hexDump(bytes)).isEqualTo(hex);
    assertThat(format(code).read(bytes)).isEqualTo(value);
  }
}
