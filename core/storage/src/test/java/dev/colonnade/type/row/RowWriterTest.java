package dev.colonnade.type.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowWriterTest {
  private static final int K = 0;
  private static final int NAME = 1;
  private static final int PRICE = 2;
  private static final int AMOUNT = 3;
  private static final int COLOR = 4;
  private static final int DATA = 5;
  private static final int TIME = 6;

  private static final RowFormat FORMAT =
      new RowFormat(
          1,
          new SchemaHistory(
              TableSchema.builder()
                  .required("k", Plain.BIGINT)
                  .nullable("name", ColumnType.varchar(3))
                  .nullable("price", new Numeric(5, 2))
                  .nullable("amount", new Numeric(20, 0))
                  .nullable("color", ColumnType.enumerated(RandomRows.COLOR))
                  .nullable("data", Plain.BYTEA)
                  .nullable("time", Plain.TIME)
                  .key("k")
                  .build()));

  private final RowWriter writer = new RowWriter(FORMAT);

  @Test
  void shouldWriteTheSameByTypedPutsAndByObjects() {
    RandomRows rows = new RandomRows(Seed.random("RowWriterTest"));
    for (int table = 0; table < 100; table++) {
      RowFormat format = new RowFormat(1, new SchemaHistory(rows.schema()));
      RowWriter byObject = new RowWriter(format);
      RowWriter typed = new RowWriter(format);
      for (int i = 0; i < 5; i++) {
        @Nullable Object[] values = rows.row(format.latest());
        typed.reset();
        for (int ordinal = 0; ordinal < values.length; ordinal++) {
          putTyped(typed, ordinal, values[ordinal]);
        }
        StoredRow expected = StoredRow.take(byObject.reset().putAll(values));
        StoredRow actual = StoredRow.take(typed);
        assertThat(actual.rowKey()).isEqualTo(expected.rowKey());
        assertThat(actual.valuesByFamily())
            .usingRecursiveComparison()
            .isEqualTo(expected.valuesByFamily());
      }
    }
  }

  private static void putTyped(RowWriter writer, int ordinal, @Nullable Object value) {
    ColumnType type = writer.schema().columns().get(ordinal).type();
    if (value == null) {
      writer.putNull(ordinal);
      return;
    }
    switch (type.storage()) {
      case BOOL1 -> writer.putBoolean(ordinal, StoredForm.booleanOf(type, value));
      case INT16 -> writer.putShort(ordinal, StoredForm.shortOf(type, value));
      case INT32, ENUM32 -> writer.putInt(ordinal, StoredForm.intOf(type, value));
      case INT64 -> writer.putLong(ordinal, StoredForm.longOf(type, value));
      case FLOAT32 -> writer.putFloat(ordinal, StoredForm.floatOf(type, value));
      case FLOAT64 -> writer.putDouble(ordinal, StoredForm.doubleOf(type, value));
      case INT128 ->
          writer.putInt128(ordinal, StoredForm.highOf(type, value), StoredForm.lowOf(type, value));
      case BYTES16 ->
          writer.putBytes16(ordinal, StoredForm.highOf(type, value), StoredForm.lowOf(type, value));
      case VARIABLE -> {
        byte[] bytes = StoredForm.bytesOf(type, value);
        byte[] padded = new byte[bytes.length + 2];
        System.arraycopy(bytes, 0, padded, 1, bytes.length);
        writer.putBytes(ordinal, padded, 1, bytes.length);
      }
    }
  }

  @Test
  void shouldDiscardThePreviousRow() {
    writer.reset().putAll(1L, "abc", null, null, "red", new byte[300], null);
    writer.finish();
    writer.reset().putLong(K, 2);
    StoredRow row = StoredRow.take(writer);
    assertThat(new RowDecoder(FORMAT).decode(row.rowKey(), row.valuesByFamily()))
        .containsExactly(2L, null, null, null, null, null, null);
  }

  @Test
  void shouldRejectRowWithoutRequiredColumn() {
    writer.reset().putBytes(NAME, utf8("abc"), 0, 3);
    assertCode(ErrorCode.NOT_NULL_VIOLATION, writer::finish);
    writer.putLong(K, 1);
    writer.putNull(K);
    assertCode(ErrorCode.NOT_NULL_VIOLATION, writer::finish);
  }

  @Test
  void shouldRejectValuesOutsideTheirType() {
    writer.reset();
    assertCode(ErrorCode.STRING_TOO_LONG, () -> writer.putBytes(NAME, utf8("abcd"), 0, 4));
    assertCode(ErrorCode.INVALID_TEXT, () -> writer.putBytes(NAME, new byte[] {-1}, 0, 1));
    assertCode(ErrorCode.INVALID_TEXT, () -> writer.putObject(NAME, "\ud800"));
    assertCode(ErrorCode.VALUE_OUT_OF_RANGE, () -> writer.putLong(PRICE, 100_000));
    assertCode(ErrorCode.VALUE_OUT_OF_RANGE, () -> writer.putInt128(AMOUNT, 10, 0));
    assertCode(ErrorCode.VALUE_OUT_OF_RANGE, () -> writer.putLong(TIME, -1));
    assertCode(ErrorCode.UNKNOWN_ENUM_LABEL, () -> writer.putInt(COLOR, 12345));
    assertCode(ErrorCode.UNKNOWN_ENUM_LABEL, () -> writer.putObject(COLOR, "mauve"));
  }

  @Test
  void shouldRejectValuesOfAnotherStorageKind() {
    writer.reset();
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putInt(K, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putLong(NAME, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putBoolean(K, true));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putShort(K, (short) 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putFloat(K, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putDouble(K, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putInt128(PRICE, 0, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putBytes16(AMOUNT, 0, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putBytes(K, new byte[1], 0, 1));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> writer.putObject(K, 1));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> writer.putAll(1L));
  }

  @Test
  void shouldRejectRowLargerThanTheLimit() {
    int overhead = FORMAT.layout(1, 0).variableOffset(false);
    RowWriter limited = new RowWriter(FORMAT, overhead + 100);
    limited.reset().putAll(1L, null, null, null, null, new byte[100], null);
    limited.finish();
    assertThat(limited.familyValue(0)).hasSize(overhead + 100);
    limited.reset().putAll(1L, null, null, null, null, new byte[101], null);
    assertCode(ErrorCode.ROW_TOO_LARGE, limited::finish);
    byte[] large = new byte[overhead + 101];
    assertCode(
        ErrorCode.ROW_TOO_LARGE, () -> limited.reset().putBytes(DATA, large, 0, large.length));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new RowWriter(FORMAT, 0));
    assertThat(RowValueLayout.ROW_BYTES_MAX_DEFAULT).isEqualTo(64 << 20);
  }

  @Test
  void shouldReturnValuesOfFinishedRowsOnly() {
    writer.reset().putLong(K, 1);
    assertThatThrownBy(() -> writer.familyValue(0)).isInstanceOf(IllegalStateException.class);
    writer.finish();
    assertThat(writer.familyValue(0)).isNotNull();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
