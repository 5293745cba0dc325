package dev.colonnade.server.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LiteralTranslatorTest {
  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(Plain.BOOLEAN, new Literal.OfBoolean(true), true),
        Arguments.of(Plain.SMALLINT, new Literal.OfLong(-5), (short) -5),
        Arguments.of(Plain.INTEGER, new Literal.OfLong(70_000), 70_000),
        Arguments.of(Plain.BIGINT, new Literal.OfLong(Long.MIN_VALUE), Long.MIN_VALUE),
        Arguments.of(Plain.REAL, new Literal.OfDouble(1.5), 1.5f),
        Arguments.of(Plain.DOUBLE, new Literal.OfDouble(1.5), 1.5),
        Arguments.of(
            ColumnType.numeric(9, 2),
            new Literal.OfDecimal(new BigDecimal("1.25")),
            new BigDecimal("1.25")),
        Arguments.of(Plain.TEXT, new Literal.OfText("a"), "a"),
        Arguments.of(Plain.UUID, new Literal.OfUuid(ID), ID),
        Arguments.of(Plain.DATE, new Literal.OfLong(-1), LocalDate.of(1969, 12, 31)),
        Arguments.of(Plain.TIME, new Literal.OfLong(1), LocalTime.of(0, 0, 0, 1000)),
        Arguments.of(
            Plain.TIMESTAMP,
            new Literal.OfLong(-1),
            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000)),
        Arguments.of(Plain.TIMESTAMPTZ, new Literal.OfLong(1), Instant.ofEpochSecond(0, 1000)));
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldConvertToTheClassOfTheType(ColumnType type, Literal literal, Object value) {
    assertThat(LiteralTranslator.storable(literal, type)).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldRoundTripMissingValues(ColumnType type, Literal literal, Object value) {
    assertThat(MissingValueLiterals.literal(type, value)).isEqualTo(literal);
  }

  @Test
  void shouldConvertBytes() {
    Literal literal = new Literal.OfBytes(Bytes.ofHex("00ff"));

    assertThat(LiteralTranslator.storable(literal, Plain.BYTEA)).isEqualTo(new byte[] {0, -1});
    assertThat(MissingValueLiterals.literal(Plain.BYTEA, new byte[] {0, -1})).isEqualTo(literal);
  }

  @Test
  void shouldRefuseToStoreValuesOutOfRange() {
    assertOutOfRange(Plain.SMALLINT, 40_000);
    assertOutOfRange(Plain.INTEGER, 1L << 40);
    assertOutOfRange(Plain.DATE, Long.MAX_VALUE);
    assertOutOfRange(Plain.TIME, Long.MAX_VALUE);
  }

  @Test
  void shouldCompareWithNumbersOutOfRange() {
    assertThat(LiteralTranslator.comparable(new Literal.OfLong(1L << 40), Plain.INTEGER))
        .isEqualTo(1L << 40);
  }

  private static void assertOutOfRange(ColumnType type, long value) {
    assertThatThrownBy(() -> LiteralTranslator.storable(new Literal.OfLong(value), type))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
  }
}
