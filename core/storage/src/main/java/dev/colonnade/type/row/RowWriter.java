package dev.colonnade.type.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * Reusable encoder of rows in a table's latest schema version. For each row: {@link #reset}, put
 * the columns in any order, then get the row key from {@link #finish} and the value of each family
 * from {@link #familyValue}. A column that is not put is NULL. The timestamp of a value is zero;
 * the commit sets it.
 *
 * <p>A column is identified by its ordinal, its position in {@link TableSchema#columns()}. A reused
 * writer allocates only the results. Not thread-safe.
 */
public final class RowWriter {
  private final RowFormat format;
  private final int rowBytesMax;
  private final RowEncoding encoding;
  private final Column[] columns;
  private final StorageKind[] kinds;
  private final StagedRow staged;
  private final KeyWriter keyWriter = new KeyWriter();
  private boolean finished;

  public RowWriter(RowFormat format) {
    this(format, RowValueLayout.ROW_BYTES_MAX_DEFAULT);
  }

  /**
   * Creates a writer that rejects rows of more than {@code rowBytesMax} bytes, the values of all
   * families together.
   */
  public RowWriter(RowFormat format, int rowBytesMax) {
    if (rowBytesMax < 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "row limit must be positive: rowBytesMax=" + rowBytesMax);
    }
    this.format = requireNonNull(format, "format is null");
    this.rowBytesMax = rowBytesMax;
    this.encoding = format.encoding();
    this.columns = encoding.columns();
    this.kinds = encoding.kinds();
    this.staged = new StagedRow(columns.length, rowBytesMax);
  }

  public TableSchema schema() {
    return encoding.schema();
  }

  /** Starts the next row, with all columns NULL. */
  public RowWriter reset() {
    staged.reset();
    finished = false;
    return this;
  }

  public void putNull(int ordinal) {
    staged.setNull(ordinal);
  }

  public void putBoolean(int ordinal, boolean value) {
    requireKind(ordinal, StorageKind.BOOL1);
    staged.set(ordinal, value ? 1 : 0);
  }

  public void putShort(int ordinal, short value) {
    requireKind(ordinal, StorageKind.INT16);
    staged.set(ordinal, value);
  }

  /** Puts an INTEGER, the days of a DATE, or the rank of an enum label. */
  public void putInt(int ordinal, int value) {
    if (kinds[ordinal] != StorageKind.ENUM32) {
      requireKind(ordinal, StorageKind.INT32);
    }
    StoredForm.requireValidInt(columns[ordinal].type(), value);
    staged.set(ordinal, value);
  }

  /** Puts a BIGINT, a time in microseconds, or a NUMERIC of up to 18 digits as scaled integer. */
  public void putLong(int ordinal, long value) {
    requireKind(ordinal, StorageKind.INT64);
    StoredForm.requireValidLong(columns[ordinal].type(), value);
    staged.set(ordinal, value);
  }

  public void putFloat(int ordinal, float value) {
    requireKind(ordinal, StorageKind.FLOAT32);
    staged.set(ordinal, Float.floatToIntBits(value));
  }

  public void putDouble(int ordinal, double value) {
    requireKind(ordinal, StorageKind.FLOAT64);
    staged.set(ordinal, Double.doubleToLongBits(value));
  }

  /** Puts a NUMERIC of more than 18 digits as scaled integer. */
  public void putInt128(int ordinal, long high, long low) {
    requireKind(ordinal, StorageKind.INT128);
    StoredForm.requireValidHalves(columns[ordinal].type(), high, low);
    staged.set(ordinal, high, low);
  }

  /** Puts a UUID as two big-endian halves. */
  public void putBytes16(int ordinal, long high, long low) {
    requireKind(ordinal, StorageKind.BYTES16);
    staged.set(ordinal, high, low);
  }

  /** Text as UTF-8, or the bytes of a BYTEA. */
  public void putBytes(int ordinal, byte[] bytes, int offset, int length) {
    requireKind(ordinal, StorageKind.VARIABLE);
    ColumnType type = columns[ordinal].type();
    int stored = type.isText() ? StoredForm.textLength(type, bytes, offset, length) : length;
    staged.set(ordinal, bytes, offset, stored);
  }

  /** Puts a value of the column type's Java class, or null. */
  public void putObject(int ordinal, @Nullable Object value) {
    ColumnType type = columns[ordinal].type();
    if (value == null) {
      putNull(ordinal);
      return;
    }
    switch (kinds[ordinal]) {
      case BOOL1 -> staged.set(ordinal, StoredForm.booleanOf(type, value) ? 1 : 0);
      case INT16 -> staged.set(ordinal, StoredForm.shortOf(type, value));
      case INT32, ENUM32 -> staged.set(ordinal, StoredForm.intOf(type, value));
      case INT64 -> staged.set(ordinal, StoredForm.longOf(type, value));
      case INT128, BYTES16 ->
          staged.set(ordinal, StoredForm.highOf(type, value), StoredForm.lowOf(type, value));
      case FLOAT32 -> putFloat(ordinal, StoredForm.floatOf(type, value));
      case FLOAT64 -> putDouble(ordinal, StoredForm.doubleOf(type, value));
      case VARIABLE -> {
        byte[] bytes = StoredForm.bytesOf(type, value);
        staged.set(ordinal, bytes, 0, bytes.length);
      }
    }
  }

  /**
   * Puts a column of a stored row, whose type is that of the column. Its value is not validated
   * again.
   *
   * @param index projected column of the accessor
   */
  public void putStored(int ordinal, RowAccessor row, int index) {
    if (row.isNull(index)) {
      staged.setNull(ordinal);
      return;
    }
    switch (kinds[ordinal]) {
      case BOOL1 -> staged.set(ordinal, row.booleanAt(index) ? 1 : 0);
      case INT16 -> staged.set(ordinal, row.shortAt(index));
      case INT32, ENUM32 -> staged.set(ordinal, row.intAt(index));
      case INT64 -> staged.set(ordinal, row.longAt(index));
      case INT128 -> staged.set(ordinal, row.int128HighAt(index), row.int128LowAt(index));
      case BYTES16 -> staged.set(ordinal, row.bytes16HighAt(index), row.bytes16LowAt(index));
      case FLOAT32 -> staged.set(ordinal, Float.floatToIntBits(row.floatAt(index)));
      case FLOAT64 -> staged.set(ordinal, Double.doubleToLongBits(row.doubleAt(index)));
      case VARIABLE -> {
        int length = row.variableLength(index);
        staged.setNative(ordinal, row.variableAddress(index), length);
      }
    }
  }

  /**
   * Puts a column of a row that another writer has, whose type is that of the column.
   *
   * @param source ordinal of the column in the other writer
   */
  public void putStaged(int ordinal, RowWriter from, int source) {
    StagedRow row = from.staged;
    if (row.isNull(source)) {
      staged.setNull(ordinal);
    } else if (kinds[ordinal] == StorageKind.VARIABLE) {
      staged.set(ordinal, row.bytes(), row.start(source), row.length(source));
    } else {
      staged.set(ordinal, row.high(source), row.low(source));
    }
  }

  /** Returns whether a column of the row is NULL. */
  public boolean isNull(int ordinal) {
    return staged.isNull(ordinal);
  }

  /** Puts all columns, in the order of the schema. */
  public RowWriter putAll(@Nullable Object... values) {
    if (values.length != columns.length) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "a row needs all its columns: expected=" + columns.length + " actual=" + values.length);
    }
    for (int i = 0; i < values.length; i++) {
      putObject(i, values[i]);
    }
    return this;
  }

  /**
   * Completes the row and returns its row key, without a family byte. Throws NOT_NULL_VIOLATION or
   * ROW_TOO_LARGE if the row is invalid. Must be called before {@link #familyValue}.
   */
  public Key finish() {
    requireNotNull();
    long bytes = 0;
    for (FamilyWriter family : encoding.families()) {
      bytes += family.isStored(staged) ? family.valueBytes(staged) : 0;
    }
    if (bytes > rowBytesMax) {
      throw new ColonnadeException(
          ErrorCode.ROW_TOO_LARGE, "row is too large: bytes=" + bytes + " bytesMax=" + rowBytesMax);
    }
    Key key = rowKey();
    finished = true;
    return key;
  }

  /**
   * Returns the row key from the key columns only; other columns are ignored. Throws
   * NOT_NULL_VIOLATION if a key column that does not allow NULL is NULL.
   */
  public Key finishKey() {
    for (int ordinal : encoding.keyOrdinals()) {
      requireNotNull(ordinal);
    }
    return rowKey();
  }

  /**
   * Returns the value of a family, by its index in {@link TableSchema#families()}; null if the row
   * has no value for it, because all its columns are NULL.
   */
  public byte @Nullable [] familyValue(int familyIndex) {
    if (!finished) {
      throw new IllegalStateException("row is not finished");
    }
    return encoding.families()[familyIndex].value(staged);
  }

  private void requireNotNull() {
    for (int ordinal = 0; ordinal < columns.length; ordinal++) {
      requireNotNull(ordinal);
    }
  }

  private void requireNotNull(int ordinal) {
    if (staged.isNull(ordinal) && !columns[ordinal].nullable()) {
      throw new ColonnadeException(
          ErrorCode.NOT_NULL_VIOLATION,
          "column does not allow NULL: column=" + columns[ordinal].name());
    }
  }

  private Key rowKey() {
    keyWriter.begin(format.tableId(), format.keyCodec().indexId());
    int[] ordinals = encoding.keyOrdinals();
    for (int i = 0; i < ordinals.length; i++) {
      putKeyColumn(ordinals[i], encoding.keyDirections()[i]);
    }
    return keyWriter.toKey();
  }

  private void putKeyColumn(int ordinal, SortDirection direction) {
    if (staged.isNull(ordinal)) {
      keyWriter.putNull(direction);
      return;
    }
    if (columns[ordinal].nullable()) {
      keyWriter.putPresent(direction);
    }
    long low = staged.low(ordinal);
    switch (kinds[ordinal]) {
      case BOOL1 -> keyWriter.putBoolean(low != 0, direction);
      case INT16 -> keyWriter.putShort((short) low, direction);
      case INT32, ENUM32 -> keyWriter.putInt((int) low, direction);
      case INT64 -> keyWriter.putLong(low, direction);
      case INT128 -> keyWriter.putInt128(staged.high(ordinal), low, direction);
      case BYTES16 -> keyWriter.putBytes16(staged.high(ordinal), low, direction);
      case FLOAT32 -> keyWriter.putFloat(Float.intBitsToFloat((int) low), direction);
      case FLOAT64 -> keyWriter.putDouble(Double.longBitsToDouble(low), direction);
      case VARIABLE ->
          keyWriter.putBytes(
              staged.bytes(), staged.start(ordinal), staged.length(ordinal), direction);
    }
  }

  private void requireKind(int ordinal, StorageKind kind) {
    if (kinds[ordinal] != kind) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "column has another storage kind: column="
              + columns[ordinal].name()
              + " storage="
              + kinds[ordinal]
              + " put="
              + kind);
    }
  }
}
