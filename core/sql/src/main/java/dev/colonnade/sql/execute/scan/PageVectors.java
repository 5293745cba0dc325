package dev.colonnade.sql.execute.scan;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.column.TextDictionary;
import dev.colonnade.scan.column.ValueRange;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converter of the columns of one page to vectors, which do not refer to its memory. */
final class PageVectors {
  /** Most bytes of texts and other values of variable width in a batch of several rows. */
  static final int BATCH_BYTES_MAX = 512 << 10;

  private final PageReader.Rows rows;
  private final List<VectorType> types;
  private final PageReader reader;

  private PageVectors(PageReader.Rows rows, List<VectorType> types) {
    this.rows = rows;
    this.types = types;
    this.reader = new PageReader(rows);
  }

  static PageVectors of(ScanPage page, List<Column> columns, List<VectorType> types) {
    boolean isEmpty = page.rowCount() == 0;
    return new PageVectors(PageReader.Rows.of(page, isEmpty ? List.of() : columns), types);
  }

  int rowCount() {
    return rows.count();
  }

  /**
   * Returns the number of rows of the batches that the page is divided into: of nearly the same
   * size, of at most {@link VectorBatch#ROWS} rows and, on average, {@link #BATCH_BYTES_MAX} bytes.
   */
  int batchRows() {
    long bytes = 0;
    for (int i = 0; i < rows.columns().size(); i++) {
      bytes += rows.variableBytes(i);
    }
    long byRows = Math.ceilDiv(rows.count(), VectorBatch.ROWS);
    long batches = Math.clamp(Math.ceilDiv(bytes, BATCH_BYTES_MAX), byRows, rows.count());
    return (int) Math.ceilDiv(rows.count(), batches);
  }

  /** Returns those rows from {@code from} to before {@code to} that all filters accept. */
  VectorBatch batch(int from, int to, List<ColumnFilter> filters) {
    @Nullable Vector[] read = new @Nullable Vector[types.size()];
    int[] accepted = null;
    int count = to - from;
    for (ColumnFilter each : filters) {
      if (!each.filter().isActive()) {
        continue;
      }
      ValueRange range = rows.vector(each.column()).range();
      if (range != null && each.filter().rejects(range.min(), range.max())) {
        return new VectorBatch(0);
      }
      Vector column = read[each.column()];
      if (column == null) {
        column = column(each.column(), from, to);
        read[each.column()] = column;
      }
      int[] into = accepted == null ? new int[count] : accepted;
      int selected = each.filter().select((LongVector) column, accepted, count, into);
      accepted = accepted == null && selected == count ? null : into;
      count = selected;
      if (count == 0) {
        return new VectorBatch(0);
      }
    }
    return accepted == null ? batch(from, to, read) : accepted(read, accepted, from, count);
  }

  private VectorBatch batch(int from, int to, @Nullable Vector[] read) {
    Vector[] columns = new Vector[read.length];
    for (int i = 0; i < columns.length; i++) {
      Vector known = read[i];
      columns[i] = known == null ? column(i, from, to) : known;
    }
    return new VectorBatch(to - from, columns);
  }

  /** Returns some rows, of which only the columns that were not read yet are read now. */
  private VectorBatch accepted(@Nullable Vector[] read, int[] accepted, int from, int count) {
    int[] positions = new int[count];
    for (int i = 0; i < count; i++) {
      positions[i] = rows.position(from + accepted[i]);
    }
    PageVectors selected = new PageVectors(rows.selected(positions), types);
    Vector[] columns = new Vector[read.length];
    for (int i = 0; i < columns.length; i++) {
      Vector known = read[i];
      columns[i] = known == null ? selected.column(i, 0, count) : known.gather(accepted, count);
    }
    return new VectorBatch(count, columns);
  }

  private Vector column(int index, int from, int to) {
    ColumnType stored = rows.columns().get(index).type();
    ColumnVector vector = rows.vector(index);
    VectorType type = types.get(index);
    return switch (type.form()) {
      case LONG -> {
        long[] values = longs(stored, vector, from, to);
        yield stored instanceof ColumnType.Numeric && hasNaN(vector.range(), values)
            ? held(index, from, to)
            : new LongVector(values, nulls(vector, from, to));
      }
      case DOUBLE -> new DoubleVector(doubles(vector, from, to), nulls(vector, from, to));
      case BOOLEAN -> new BooleanVector(bits(vector, from, to), nulls(vector, from, to));
      case TEXT ->
          stored.storage() != StorageKind.VARIABLE
              ? held(index, from, to)
              : vector.form() == ColumnVector.Form.CODED
                  ? codedText(vector, from, to)
                  : text(vector, from, to);
      case OBJECT -> held(index, from, to);
    };
  }

  /** Returns whether a NUMERIC may be NaN, which rows store as the greatest long. */
  private static boolean hasNaN(@Nullable ValueRange range, long[] values) {
    if (range != null) {
      return range.max() == Long.MAX_VALUE;
    }
    boolean found = false;
    for (long value : values) {
      found |= value == Long.MAX_VALUE;
    }
    return found;
  }

  private long[] longs(ColumnType stored, ColumnVector vector, int from, int to) {
    boolean isWide =
        stored instanceof ColumnType.Numeric && vector.form() == ColumnVector.Form.ARROW;
    int width =
        switch (stored.storage()) {
          case INT16 -> Short.BYTES;
          case INT32 -> Integer.BYTES;
          case INT64 -> isWide ? 2 * Long.BYTES : Long.BYTES;
          default -> throw new IllegalStateException("column is not of longs: type=" + stored);
        };
    long[] values = new long[to - from];
    int[] selection = rows.selection();
    long address = vector.values();
    if (selection == null) {
      copy(address + (long) width * (rows.first() + from), width, values);
    } else {
      gather(address, width, selection, from, values);
    }
    return values;
  }

  private static void copy(long address, int width, long[] values) {
    switch (width) {
      case Short.BYTES -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = NativeMemory.getShort(address + 2L * i);
        }
      }
      case Integer.BYTES -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = NativeMemory.getInt(address + 4L * i);
        }
      }
      case Long.BYTES -> NativeMemory.copy(address, values, values.length);
      default -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = NativeMemory.getLong(address + 16L * i);
        }
      }
    }
  }

  private static void gather(long address, int width, int[] selection, int from, long[] values) {
    switch (width) {
      case Short.BYTES -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = NativeMemory.getShort(address + 2L * selection[from + i]);
        }
      }
      case Integer.BYTES -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = NativeMemory.getInt(address + 4L * selection[from + i]);
        }
      }
      default -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = NativeMemory.getLong(address + (long) width * selection[from + i]);
        }
      }
    }
  }

  private double[] doubles(ColumnVector vector, int from, int to) {
    double[] values = new double[to - from];
    for (int i = 0; i < values.length; i++) {
      long address = vector.values() + (long) Double.BYTES * rows.position(from + i);
      values[i] = Double.longBitsToDouble(NativeMemory.getLong(address));
    }
    return values;
  }

  private boolean[] bits(ColumnVector vector, int from, int to) {
    boolean[] values = new boolean[to - from];
    for (int i = 0; i < values.length; i++) {
      values[i] = vector.isTrue(rows.position(from + i));
    }
    return values;
  }

  private boolean @Nullable [] nulls(ColumnVector vector, int from, int to) {
    if (vector.validity() == ColumnVector.NO_ADDRESS) {
      return null;
    }
    boolean[] nulls = new boolean[to - from];
    boolean found = false;
    for (int i = 0; i < nulls.length; i++) {
      nulls[i] = vector.isNull(rows.position(from + i));
      found |= nulls[i];
    }
    return found ? nulls : null;
  }

  private TextVector text(ColumnVector vector, int from, int to) {
    int[] starts = new int[to - from];
    int[] lengths = new int[starts.length];
    int[] selection = rows.selection();
    if (selection == null) {
      return adjacentText(vector, rows.position(from), starts, lengths, from, to);
    }
    int used = 0;
    for (int i = 0; i < starts.length; i++) {
      long offset = vector.values() + (long) Integer.BYTES * selection[from + i];
      starts[i] = used;
      lengths[i] = NativeMemory.getInt(offset + Integer.BYTES) - NativeMemory.getInt(offset);
      used += lengths[i];
    }
    byte[] bytes = new byte[used];
    for (int i = 0; i < starts.length; i++) {
      int start = NativeMemory.getInt(vector.values() + (long) Integer.BYTES * selection[from + i]);
      NativeMemory.copy(vector.bytes() + start, bytes, starts[i], lengths[i]);
    }
    return new TextVector(bytes, starts, lengths, nulls(vector, from, to));
  }

  private TextVector adjacentText(
      ColumnVector vector, int position, int[] starts, int[] lengths, int from, int to) {
    long offsets = vector.values() + (long) Integer.BYTES * position;
    int first = NativeMemory.getInt(offsets);
    int start = first;
    for (int i = 0; i < starts.length; i++) {
      int end = NativeMemory.getInt(offsets + Integer.BYTES * (i + 1L));
      starts[i] = start - first;
      lengths[i] = end - start;
      start = end;
    }
    byte[] bytes = new byte[start - first];
    NativeMemory.copy(vector.bytes() + first, bytes, 0, bytes.length);
    return new TextVector(bytes, starts, lengths, nulls(vector, from, to));
  }

  private TextVector codedText(ColumnVector vector, int from, int to) {
    long dictionary = vector.bytes();
    int entryCount = TextDictionary.entryCount(dictionary);
    int[] entryStarts = new int[entryCount];
    int[] entryLengths = new int[entryCount];
    int used = 0;
    for (int code = 0; code < entryCount; code++) {
      entryStarts[code] = used;
      entryLengths[code] = TextDictionary.entryLength(dictionary, code);
      used += entryLengths[code];
    }
    byte[] bytes = new byte[used];
    NativeMemory.copy(TextDictionary.entryAddress(dictionary, 0), bytes, 0, used);
    byte[] codes = new byte[to - from];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = NativeMemory.getByte(vector.values() + rows.position(from + i));
    }
    return TextVector.coded(bytes, entryStarts, entryLengths, codes, nulls(vector, from, to));
  }

  private Vector held(int index, int from, int to) {
    @Nullable Object[] values = new @Nullable Object[to - from];
    for (int i = 0; i < values.length; i++) {
      values[i] = reader.value(index, from + i);
    }
    return VectorBuilder.vectorOf(values, types.get(index));
  }
}
