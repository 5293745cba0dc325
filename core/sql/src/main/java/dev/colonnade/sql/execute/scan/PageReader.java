package dev.colonnade.sql.execute.scan;

import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/** Reads values out of a batch of columns, as running statements hold them. */
final class PageReader {
  private static final int DECIMAL_BYTES = 16;
  private static final int UUID_BYTES = 16;

  private final Reader[] readers;

  PageReader(ColumnBatch batch) {
    List<Column> columns = batch.schema().columns();
    readers = new Reader[columns.size()];
    if (batch.rowCount() == 0) {
      return;
    }
    int buffer = 0;
    for (int i = 0; i < readers.length; i++) {
      ColumnType type = columns.get(i).type();
      ArrowBuf validity = batch.buffers().get(buffer++);
      ArrowBuf first = batch.buffers().get(buffer++);
      boolean isVariable = type.storage() == StorageKind.VARIABLE;
      Reader values =
          isVariable ? variable(type, first, batch.buffers().get(buffer++)) : fixed(type, first);
      readers[i] = batch.nullCount(i) == 0 ? values : nullable(validity, values);
    }
  }

  @Nullable Object value(int column, int row) {
    return readers[column].read(row);
  }

  @Nullable Object[] row(int row) {
    @Nullable Object[] values = new @Nullable Object[readers.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = readers[i].read(row);
    }
    return values;
  }

  @FunctionalInterface
  private interface Reader {
    @Nullable Object read(int row);
  }

  private static Reader nullable(ArrowBuf validity, Reader values) {
    return row -> isSet(validity, row) ? values.read(row) : null;
  }

  private static boolean isSet(ArrowBuf bits, int row) {
    return (bits.getByte(row >> 3) >> (row & 7) & 1) != 0;
  }

  private static Reader variable(ColumnType type, ArrowBuf offsets, ArrowBuf bytes) {
    return row -> {
      int start = offsets.getInt((long) row * Integer.BYTES);
      int end = offsets.getInt((row + 1L) * Integer.BYTES);
      byte[] value = new byte[end - start];
      bytes.getBytes(start, value);
      return held(type, value);
    };
  }

  private static @Nullable Object held(ColumnType type, byte[] value) {
    if (type instanceof ColumnType.Packed packed && !type.isText()) {
      Object stored = StoredForm.fromBytes(type, value);
      return packed.element() != null
          ? ValueConverter.fromJava(TypeMapping.sqlType(type), stored)
          : stored;
    }
    if (type instanceof ColumnType.Composite) {
      return ValueConverter.fromJava(TypeMapping.sqlType(type), StoredForm.fromBytes(type, value));
    }
    return type.isText() ? new String(value, StandardCharsets.UTF_8) : Bytes.of(value);
  }

  private static Reader fixed(ColumnType type, ArrowBuf values) {
    return switch (type.storage()) {
      case BOOL1 -> row -> isSet(values, row);
      case INT16 -> row -> values.getShort((long) row * Short.BYTES);
      case INT32 -> row -> values.getInt((long) row * Integer.BYTES);
      case FLOAT32 -> row -> values.getFloat((long) row * Float.BYTES);
      case FLOAT64 -> row -> values.getDouble((long) row * Double.BYTES);
      case INT64 ->
          type instanceof ColumnType.Numeric(_, int scale)
              ? row -> StoredForm.fromLong(type, values.getLong((long) row * DECIMAL_BYTES))
              : row -> values.getLong((long) row * Long.BYTES);
      case INT128 -> row -> decimal(type, values, (long) row * DECIMAL_BYTES);
      case BYTES16 -> row -> uuid(values, (long) row * UUID_BYTES);
      case ENUM32 -> labels((ColumnType.Enumerated) type, values);
      case VARIABLE -> throw new IllegalArgumentException("not of fixed width: type=" + type);
    };
  }

  private static Object decimal(ColumnType type, ArrowBuf values, long offset) {
    return StoredForm.fromHalves(type, values.getLong(offset + Long.BYTES), values.getLong(offset));
  }

  private static UUID uuid(ArrowBuf values, long offset) {
    return new UUID(
        Long.reverseBytes(values.getLong(offset)),
        Long.reverseBytes(values.getLong(offset + Long.BYTES)));
  }

  private static Reader labels(ColumnType.Enumerated type, ArrowBuf values) {
    boolean isWide = type.type().labels().size() > Short.MAX_VALUE + 1;
    return row -> {
      int position =
          isWide
              ? values.getInt((long) row * Integer.BYTES)
              : values.getShort((long) row * Short.BYTES);
      return type.type().labels().get(position).label();
    };
  }
}
