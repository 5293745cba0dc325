package dev.colonnade.type.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeyReader;
import dev.colonnade.key.KeySpan;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the keys of one index of one table, between column values and {@link KeyLayout}.
 *
 * <p>A row key is the stored key without the family byte; without a family byte the two are equal.
 */
public final class KeyCodec {
  private final long tableId;
  private final int indexId;
  private final List<KeyPart> parts;
  private final boolean familyByte;

  public KeyCodec(long tableId, int indexId, List<KeyPart> parts, boolean familyByte) {
    this.tableId = tableId;
    this.indexId = indexId;
    this.parts = List.copyOf(requireNonNull(parts, "parts is null"));
    this.familyByte = familyByte;
  }

  /**
   * Returns the codec of a table's primary keys, which is the same for all versions of the schema.
   */
  public static KeyCodec primary(long tableId, TableSchema schema) {
    return of(tableId, KeyLayout.PRIMARY_INDEX_ID, schema);
  }

  /** Returns the codec of an index whose entries are rows of a schema. */
  static KeyCodec of(long tableId, int indexId, TableSchema schema) {
    List<KeyPart> parts = new ArrayList<>();
    for (KeyColumn key : schema.primaryKey()) {
      Column column = schema.column(key.columnId());
      parts.add(new KeyPart(column.type(), column.nullable(), key.direction()));
    }
    return new KeyCodec(tableId, indexId, parts, schema.hasFamilyByte());
  }

  public long tableId() {
    return tableId;
  }

  public int indexId() {
    return indexId;
  }

  public List<KeyPart> parts() {
    return parts;
  }

  public boolean hasFamilyByte() {
    return familyByte;
  }

  /** Returns the row key with the values of all columns, null for NULL. */
  public Key encode(@Nullable Object... values) {
    if (values.length != parts.size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "a key needs all its columns: expected=" + parts.size() + " actual=" + values.length);
    }
    KeyWriter writer = new KeyWriter();
    encodeTo(writer, values);
    return writer.toKey();
  }

  /** Returns the common prefix of all keys whose first columns have these values. */
  public Key prefix(@Nullable Object... leading) {
    KeyWriter writer = KeyWriter.forSearch();
    encodeTo(writer, leading);
    return writer.toKey();
  }

  /**
   * Returns the span of all keys whose first columns have these values; without values, of the
   * whole index.
   */
  public KeySpan span(@Nullable Object... leading) {
    return KeySpan.prefix(prefix(leading));
  }

  /** Starts a new key and writes its first columns. */
  public void encodeTo(KeyWriter writer, @Nullable Object... leading) {
    if (leading.length > parts.size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "more values than key columns: values=" + leading.length + " columns=" + parts.size());
    }
    writer.begin(tableId, indexId);
    for (int i = 0; i < leading.length; i++) {
      encodePart(writer, i, leading[i]);
    }
  }

  /** Writes one column after the preceding columns. */
  public void encodePart(KeyWriter writer, int index, @Nullable Object value) {
    KeyPart part = parts.get(index);
    SortDirection direction = part.direction();
    if (value == null) {
      requireNullable(index);
      writer.putNull(direction);
      return;
    }
    if (part.nullable()) {
      writer.putPresent(direction);
    }
    putValue(writer, part.type(), value, direction);
  }

  private static void putValue(
      KeyWriter writer, ColumnType type, Object value, SortDirection direction) {
    switch (type.storage()) {
      case BOOL1 -> writer.putBoolean(StoredForm.booleanOf(type, value), direction);
      case INT16 -> writer.putShort(StoredForm.shortOf(type, value), direction);
      case INT32, ENUM32 -> writer.putInt(StoredForm.intOf(type, value), direction);
      case INT64 -> writer.putLong(StoredForm.longOf(type, value), direction);
      case INT128 ->
          writer.putInt128(
              StoredForm.highOf(type, value), StoredForm.lowOf(type, value), direction);
      case BYTES16 ->
          writer.putBytes16(
              StoredForm.highOf(type, value), StoredForm.lowOf(type, value), direction);
      case FLOAT32 -> writer.putFloat(StoredForm.floatOf(type, value), direction);
      case FLOAT64 -> writer.putDouble(StoredForm.doubleOf(type, value), direction);
      case VARIABLE -> writer.putBytes(StoredForm.bytesOf(type, value), direction);
    }
  }

  /** Throws NOT_NULL_VIOLATION if the column does not allow NULL. */
  void requireNullable(int index) {
    if (!parts.get(index).nullable()) {
      throw new ColonnadeException(
          ErrorCode.NOT_NULL_VIOLATION, "key column is NULL: keyColumn=" + index);
    }
  }

  /**
   * Returns the values of a row key. Throws STORE_CORRUPT if the key is not valid for this index.
   */
  public @Nullable Object[] decode(Key rowKey) {
    KeyReader reader = new KeyReader(rowKey.bytes());
    long foundTable = reader.readTableId();
    int foundIndex = reader.readIndexId();
    if (foundTable != tableId || foundIndex != indexId) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "key is of another index: tableId="
              + foundTable
              + " indexId="
              + foundIndex
              + " expectedTableId="
              + tableId
              + " expectedIndexId="
              + indexId);
    }
    @Nullable Object[] values = new @Nullable Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      KeyPart part = parts.get(i);
      boolean present = !part.nullable() || reader.readPresent(part.direction());
      values[i] = present ? readValue(reader, part.type(), part.direction()) : null;
    }
    reader.requireEnd();
    return values;
  }

  /** Variant of {@link #decode} for keys without NULL, such as those of primary keys. */
  public List<Object> decodePresent(Key rowKey) {
    @Nullable Object[] values = decode(rowKey);
    List<Object> present = new ArrayList<>(values.length);
    for (Object value : values) {
      present.add(requireNonNull(value, "a key column is NULL"));
    }
    return present;
  }

  /**
   * Advances a reader that is positioned after the index id over all columns; throws STORE_CORRUPT
   * if the key is invalid.
   */
  public void skipColumns(KeyReader reader) {
    for (KeyPart part : parts) {
      if (!part.nullable() || reader.readPresent(part.direction())) {
        readValue(reader, part.type(), part.direction());
      }
    }
  }

  private static Object readValue(KeyReader reader, ColumnType type, SortDirection direction) {
    return switch (type.storage()) {
      case BOOL1 -> reader.readBoolean(direction);
      case INT16 -> reader.readShort(direction);
      case INT32, ENUM32 -> StoredForm.fromInt(type, reader.readInt(direction));
      case INT64 -> StoredForm.fromLong(type, reader.readLong(direction));
      case INT128 ->
          StoredForm.fromHalves(type, reader.readInt128High(direction), reader.readLow(direction));
      case BYTES16 ->
          StoredForm.fromHalves(type, reader.readBytes16High(direction), reader.readLow(direction));
      case FLOAT32 -> reader.readFloat(direction);
      case FLOAT64 -> reader.readDouble(direction);
      case VARIABLE -> StoredForm.fromBytes(type, reader.readBytes(direction));
    };
  }

  /**
   * Returns a row key received from a client, or throws INVALID_ARGUMENT if it is not valid for
   * this index.
   */
  public Key requireRowKey(Key rowKey) {
    try {
      decode(rowKey);
      return rowKey;
    } catch (ColonnadeException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "key does not fit its schema: key=" + rowKey, e);
    }
  }

  /** Returns the length of the row key within a stored key of {@code keyBytes}. */
  public int rowKeyLength(int keyBytes) {
    return familyByte ? keyBytes - KeyLayout.FAMILY_BYTES : keyBytes;
  }

  /** Returns the row key within a stored key. */
  public Key rowKeyOf(Key stored) {
    if (!familyByte) {
      return stored;
    }
    requireFamilyByte(stored);
    return Key.wrap(Arrays.copyOf(stored.bytes(), rowKeyLength(stored.length())));
  }

  /** Returns the id of the family of a stored key: 0 if the table has only one. */
  public int familyOf(Key stored) {
    if (!familyByte) {
      return 0;
    }
    requireFamilyByte(stored);
    return stored.bytes()[stored.length() - 1] & 0xFF;
  }

  /** Returns the stored key of one family of a row. */
  public Key familyKey(Key rowKey, int familyId) {
    if (!familyByte) {
      return rowKey;
    }
    if (familyId < 0 || familyId > KeyLayout.FAMILY_ID_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "family id does not fit a key: familyId=" + familyId);
    }
    byte[] stored = Arrays.copyOf(rowKey.bytes(), rowKey.length() + KeyLayout.FAMILY_BYTES);
    stored[rowKey.length()] = (byte) familyId;
    return Key.wrap(stored);
  }

  /** Returns the span of all stored keys of a row. */
  public KeySpan rowSpan(Key rowKey) {
    return familyByte ? KeySpan.prefix(rowKey) : KeySpan.single(rowKey);
  }

  private static void requireFamilyByte(Key stored) {
    if (stored.length() < KeyLayout.COLUMNS_OFFSET + KeyLayout.FAMILY_BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "key has no family byte: key=" + stored);
    }
  }
}
