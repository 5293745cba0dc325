package dev.colonnade.sql.execute.scan;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.column.TextDictionary;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.KeyValuePage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.encoding.Utf8;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reader of the values of a page, in their internal representation. */
public final class PageReader {
  private static final int UUID_BYTES = 16;
  private static final int WIDE_BYTES = 16;

  private final Rows rows;
  private final Reader[] readers;

  public PageReader(Rows rows) {
    this.rows = rows;
    this.readers = new Reader[rows.columns().size()];
    for (int i = 0; i < readers.length; i++) {
      ColumnVector vector = rows.vector(i);
      Reader values = values(rows.columns().get(i).type(), vector);
      readers[i] = vector.validity() == ColumnVector.NO_ADDRESS ? values : nullable(vector, values);
    }
  }

  @Nullable Object value(int column, int row) {
    return readers[column].read(rows.position(row));
  }

  /** Returns the values of all columns of a row. */
  public @Nullable Object[] row(int row) {
    @Nullable Object[] values = new @Nullable Object[readers.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(i, row);
    }
    return values;
  }

  @FunctionalInterface
  private interface Reader {
    @Nullable Object read(int position);
  }

  private static Reader nullable(ColumnVector vector, Reader values) {
    return position -> vector.isNull(position) ? null : values.read(position);
  }

  private static Reader values(ColumnType type, ColumnVector vector) {
    if (vector.form() == ColumnVector.Form.CODED) {
      return coded(type, vector);
    }
    return type.storage() == StorageKind.VARIABLE ? variable(type, vector) : fixed(type, vector);
  }

  private static Reader coded(ColumnType type, ColumnVector vector) {
    long dictionary = vector.bytes();
    return position -> {
      int code = vector.code(position);
      long address = TextDictionary.entryAddress(dictionary, code);
      return held(type, NativeMemory.bytes(address, TextDictionary.entryLength(dictionary, code)));
    };
  }

  private static Reader variable(ColumnType type, ColumnVector vector) {
    return position -> {
      long offset = vector.values() + (long) position * Integer.BYTES;
      int start = NativeMemory.getInt(offset);
      int end = NativeMemory.getInt(offset + Integer.BYTES);
      return held(type, NativeMemory.bytes(vector.bytes() + start, end - start));
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
    return type.isText() ? Utf8.decode(value, 0, value.length) : Bytes.of(value);
  }

  private static Reader fixed(ColumnType type, ColumnVector vector) {
    long values = vector.values();
    return switch (type.storage()) {
      case BOOL1 -> vector::isTrue;
      case INT16 -> position -> NativeMemory.getShort(values + (long) position * Short.BYTES);
      case INT32 -> position -> NativeMemory.getInt(values + (long) position * Integer.BYTES);
      case FLOAT32 ->
          position ->
              Float.intBitsToFloat(NativeMemory.getInt(values + (long) position * Float.BYTES));
      case FLOAT64 ->
          position ->
              Double.longBitsToDouble(
                  NativeMemory.getLong(values + (long) position * Double.BYTES));
      case INT64 -> longs(type, vector);
      case INT128 ->
          position -> {
            long address = values + (long) position * WIDE_BYTES;
            return StoredForm.fromHalves(
                type, NativeMemory.getLong(address + Long.BYTES), NativeMemory.getLong(address));
          };
      case BYTES16 ->
          position -> {
            long address = values + (long) position * UUID_BYTES;
            return new UUID(
                NativeMemory.getLongBigEndian(address),
                NativeMemory.getLongBigEndian(address + Long.BYTES));
          };
      case ENUM32 -> labels((ColumnType.Enumerated) type, values);
      case VARIABLE -> throw new IllegalArgumentException("not of fixed width: type=" + type);
    };
  }

  private static Reader longs(ColumnType type, ColumnVector vector) {
    long values = vector.values();
    if (!(type instanceof ColumnType.Numeric)) {
      return position -> NativeMemory.getLong(values + (long) position * Long.BYTES);
    }
    int width = vector.form() == ColumnVector.Form.ARROW ? WIDE_BYTES : Long.BYTES;
    return position ->
        StoredForm.fromLong(type, NativeMemory.getLong(values + (long) position * width));
  }

  private static Reader labels(ColumnType.Enumerated type, long values) {
    boolean isWide = type.type().labels().size() > Short.MAX_VALUE + 1;
    return position -> {
      int label =
          isWide
              ? NativeMemory.getInt(values + (long) position * Integer.BYTES)
              : NativeMemory.getShort(values + (long) position * Short.BYTES);
      return type.type().labels().get(label).label();
    };
  }

  /** Rows of a page that has some, as columns in any form. Valid until the page is closed. */
  public static final class Rows {
    private final List<Column> columns;
    private final ColumnVector[] vectors;
    private final VectorPage.Rows rows;

    private Rows(List<Column> columns, ColumnVector[] vectors, VectorPage.Rows rows) {
      this.columns = columns;
      this.vectors = vectors;
      this.rows = rows;
    }

    /** Returns the rows of a page that has columns. */
    public static Rows of(ScanPage page, List<Column> columns) {
      ColumnVector[] vectors = new ColumnVector[columns.size()];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] =
            switch (page) {
              case ColumnPage batch -> batch.batch().vector(i);
              case VectorPage block -> block.vector(i);
              case KeyValuePage _ -> throw new IllegalArgumentException("page has no columns");
            };
      }
      VectorPage.Rows rows =
          page instanceof VectorPage block
              ? block.rows()
              : VectorPage.Rows.range(0, page.rowCount());
      return new Rows(columns, vectors, rows);
    }

    List<Column> columns() {
      return columns;
    }

    ColumnVector vector(int column) {
      return vectors[column];
    }

    /** Returns the first position, if the positions are consecutive. */
    int first() {
      return rows.first();
    }

    /** Returns the positions of the rows in the vectors; null if they are consecutive. */
    int @Nullable [] selection() {
      return rows.selection();
    }

    int count() {
      return rows.count();
    }

    /** Returns the bytes of a column of variable width that are not coded; 0 for other columns. */
    long variableBytes(int column) {
      ColumnVector vector = vectors[column];
      if (columns.get(column).type().storage() != StorageKind.VARIABLE
          || vector.form() == ColumnVector.Form.CODED) {
        return 0;
      }
      int[] selection = rows.selection();
      if (selection == null) {
        return bytesBefore(vector, rows.first() + count()) - bytesBefore(vector, rows.first());
      }
      long bytes = 0;
      for (int row = 0; row < count(); row++) {
        bytes += bytesBefore(vector, selection[row] + 1) - bytesBefore(vector, selection[row]);
      }
      return bytes;
    }

    private static long bytesBefore(ColumnVector vector, int position) {
      return NativeMemory.getInt(vector.values() + (long) Integer.BYTES * position);
    }

    /** Returns the rows at some positions in the vectors. */
    Rows selected(int[] positions) {
      return new Rows(columns, vectors, VectorPage.Rows.selected(positions, positions.length));
    }

    /** Returns the position of a row in the vectors. */
    int position(int row) {
      int[] selection = rows.selection();
      return selection == null ? rows.first() + row : selection[row];
    }
  }
}
