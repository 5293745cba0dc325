package dev.colonnade.type;

import static dev.colonnade.type.ColumnType.Plain.BIGINT;
import static dev.colonnade.type.ColumnType.Plain.BOOLEAN;
import static dev.colonnade.type.ColumnType.Plain.BYTEA;
import static dev.colonnade.type.ColumnType.Plain.DATE;
import static dev.colonnade.type.ColumnType.Plain.INTEGER;
import static dev.colonnade.type.ColumnType.Plain.TEXT;
import static dev.colonnade.type.ColumnType.Plain.TIME;
import static dev.colonnade.type.ColumnType.Plain.TIMESTAMP;
import static dev.colonnade.type.ColumnType.Plain.TIMESTAMPTZ;
import static dev.colonnade.type.ColumnType.Plain.UUID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType.Numeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredFormTest {
  @Test
  void shouldNormalize() {
    assertNormalized(new Numeric(5, 2), new BigDecimal("1.5"), new BigDecimal("1.50"));
    assertNormalized(new Numeric(5, 2), new BigDecimal("1E+2"), new BigDecimal("100.00"));
    assertNormalized(new Numeric(5, 2), new BigDecimal("0E-40"), new BigDecimal("0.00"));
    assertNormalized(new Numeric(38, 0), new BigDecimal("-7.000"), new BigDecimal("-7"));
    assertNormalized(ColumnType.character(3), "a    ", "a");
    assertNormalized(ColumnType.varchar(3), "a  ", "a  ");
    assertNormalized(TIME, LocalTime.of(1, 2, 3, 4_999), LocalTime.of(1, 2, 3, 4_000));
    Instant before1970 = Instant.ofEpochSecond(-1, 999_999_999);
    assertNormalized(TIMESTAMPTZ, before1970, Instant.ofEpochSecond(-1, 999_999_000));
  }

  private static void assertNormalized(ColumnType type, Object value, Object expected) {
    assertThat(StoredForm.normalized(type, value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 17, 18, 19, 20, 37, 38})
  void shouldEnforcePrecisionOfNumeric(int precision) {
    Numeric type = new Numeric(precision, precision / 2);
    BigInteger limit = BigInteger.TEN.pow(precision);
    for (int sign : List.of(1, -1)) {
      BigInteger greatest = limit.subtract(BigInteger.ONE).multiply(BigInteger.valueOf(sign));
      BigDecimal value = new BigDecimal(greatest, type.scale());
      assertThat(StoredForm.normalized(type, value)).isEqualTo(value);
      BigDecimal beyond = new BigDecimal(limit.multiply(BigInteger.valueOf(sign)), type.scale());
      assertCode(ErrorCode.VALUE_OUT_OF_RANGE, () -> StoredForm.normalized(type, beyond));
      assertPrecisionEnforced(type, greatest, true);
      assertPrecisionEnforced(type, beyond.unscaledValue(), false);
    }
  }

  private static void assertPrecisionEnforced(Numeric type, BigInteger value, boolean fits) {
    ThrowingCallable check =
        type.storage() == StorageKind.INT64
            ? () -> StoredForm.requireValidLong(type, value.longValueExact())
            : () ->
                StoredForm.requireValidHalves(
                    type, value.shiftRight(64).longValue(), value.longValue());
    if (fits) {
      org.assertj.core.api.Assertions.assertThatCode(check).doesNotThrowAnyException();
    } else {
      assertCode(ErrorCode.VALUE_OUT_OF_RANGE, check);
    }
  }

  @Test
  void shouldRejectDigitsBeyondTheScale() {
    Numeric type = new Numeric(5, 2);
    for (String text : List.of("1.005", "1E-30", "1E-999999999", "1E+999999999", "-1E+4")) {
      assertCode(
          ErrorCode.VALUE_OUT_OF_RANGE, () -> StoredForm.normalized(type, new BigDecimal(text)));
    }
  }

  @Test
  void shouldReadBackBoundaryTimes() {
    for (long stored :
        new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1_000_001, -1, 0, 1, Long.MAX_VALUE}) {
      for (ColumnType type : List.of(TIMESTAMP, TIMESTAMPTZ, BIGINT)) {
        assertThat(StoredForm.longOf(type, StoredForm.fromLong(type, stored))).isEqualTo(stored);
      }
    }
    for (int stored : new int[] {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE}) {
      assertThat(StoredForm.intOf(DATE, StoredForm.fromInt(DATE, stored))).isEqualTo(stored);
    }
    assertThat(StoredForm.fromLong(TIME, 86_400_000_000L)).isEqualTo(LocalTime.MAX);
    assertThat(StoredForm.longOf(TIME, LocalTime.MAX)).isEqualTo(86_400_000_000L);
    assertThat(StoredForm.fromLong(TIME, 86_399_999_999L))
        .isEqualTo(LocalTime.MAX.withNano(999_999_000));
  }

  @Test
  void shouldRejectTimesOutOfRange() {
    assertCode(ErrorCode.VALUE_OUT_OF_RANGE, () -> StoredForm.normalized(DATE, LocalDate.MAX));
    assertCode(
        ErrorCode.VALUE_OUT_OF_RANGE, () -> StoredForm.normalized(TIMESTAMP, LocalDateTime.MAX));
    assertCode(ErrorCode.VALUE_OUT_OF_RANGE, () -> StoredForm.normalized(TIMESTAMPTZ, Instant.MIN));
    assertCode(ErrorCode.VALUE_OUT_OF_RANGE, () -> StoredForm.requireValidLong(TIME, -1));
    assertCode(
        ErrorCode.VALUE_OUT_OF_RANGE, () -> StoredForm.requireValidLong(TIME, 86_400_000_001L));
    assertCode(ErrorCode.STORE_CORRUPT, () -> StoredForm.fromLong(TIME, 86_400_000_001L));
    assertCode(ErrorCode.STORE_CORRUPT, () -> StoredForm.fromLong(TIME, Long.MAX_VALUE));
  }

  @Test
  void shouldCountCharactersAndNotBytes() {
    String four = "a\u20ac\ud83d\ude00\u00e9";
    assertThat(StoredForm.normalized(ColumnType.varchar(4), four)).isEqualTo(four);
    assertCode(ErrorCode.STRING_TOO_LONG, () -> StoredForm.normalized(ColumnType.varchar(3), four));
    assertCode(
        ErrorCode.STRING_TOO_LONG, () -> StoredForm.normalized(ColumnType.character(3), four));
    assertCode(ErrorCode.STRING_TOO_LONG, () -> StoredForm.normalized(ColumnType.varchar(1), "a "));
  }

  @Test
  void shouldRejectInvalidUtf8() {
    byte[] bytes = {'a', (byte) 0xC0, (byte) 0x80};
    assertCode(ErrorCode.INVALID_TEXT, () -> StoredForm.textLength(TEXT, bytes, 0, 3));
    assertCode(ErrorCode.STORE_CORRUPT, () -> StoredForm.fromBytes(TEXT, bytes));
    assertThat(StoredForm.fromBytes(BYTEA, bytes)).isEqualTo(bytes);
  }

  @Test
  void shouldRejectValuesOfTheWrongClass() {
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.normalized(INTEGER, 1L));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.normalized(BIGINT, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.normalized(BOOLEAN, "true"));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.normalized(TIMESTAMP, Instant.EPOCH));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.normalized(UUID, "x"));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.normalized(new Numeric(5, 0), 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.fromInt(BIGINT, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.longOf(TEXT, "x"));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> StoredForm.fromBytes(BIGINT, new byte[0]));
  }

  @Test
  void shouldRejectTypeParametersOutOfRange() {
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new Numeric(0, 0));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new Numeric(39, 0));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new Numeric(5, 6));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new Numeric(5, -1));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> ColumnType.varchar(0));
    assertCode(
        ErrorCode.INVALID_ARGUMENT, () -> ColumnType.character(ColumnType.CHARACTERS_MAX + 1));
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
