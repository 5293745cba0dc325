package dev.colonnade.scan.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.copy.BitCopy;
import dev.colonnade.scan.column.copy.ByteCopy;
import dev.colonnade.scan.column.copy.DecimalCopy;
import dev.colonnade.scan.column.copy.EntryCopy;
import dev.colonnade.scan.column.copy.RowGather;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.row.RowView;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.row.RowAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Builder of Arrow record batches: appends rows to the buffers of the columns and returns them as
 * batches, one after the other.
 *
 * <p>This is the innermost loop of the database. It allocates nothing per row and checks the
 * capacity once per row; it makes no virtual call per value; bytes are copied once, from the
 * store's memory to the memory that is sent. The size of a batch is the initial capacity of the
 * next one, so that buffers do not grow in a long scan.
 *
 * <p>Not thread-safe.
 */
public final class BatchBuilder implements AutoCloseable {
  private final BatchSchema schema;
  private final RequestMemory requestMemory;
  private final BatchSizing sizing;
  private final ArrowConversion[] kinds;
  private final @Nullable EnumLabels[] labels;

  private @Nullable BatchMemory memory;
  private int rowCapacity;
  private int rowCount;

  // Indexed by column; valid while memory is not null.
  private long[] values = new long[0];
  private long[] bytes = new long[0];
  private int[] bytesCapacity = new int[0];
  private final int[] bytesUsed;
  private final int[] nullCounts;
  private long variableBytes;

  /**
   * @param sizing initial and grown capacities
   */
  public BatchBuilder(BatchSchema schema, RequestMemory requestMemory, BatchSizing sizing) {
    this.schema = requireNonNull(schema, "schema is null");
    this.requestMemory = requireNonNull(requestMemory, "requestMemory is null");
    this.sizing = requireNonNull(sizing, "sizing is null");
    int columns = schema.columnCount();
    this.kinds = new ArrowConversion[columns];
    this.labels = new @Nullable EnumLabels[columns];
    this.bytesUsed = new int[columns];
    this.nullCounts = new int[columns];
    for (int i = 0; i < columns; i++) {
      kinds[i] = schema.kind(i);
      if (schema.columns().get(i).type() instanceof Enumerated(EnumType type)) {
        labels[i] = new EnumLabels(type);
      }
    }
  }

  public int rowCount() {
    return rowCount;
  }

  /** Returns the bytes of variable-width values in all rows so far. */
  public long variableBytes() {
    return variableBytes;
  }

  /** Returns the bytes of variable-width values that a row would add. */
  public long variableBytesOf(RowView row) {
    long sum = 0;
    for (int part = 0; part < row.partCount(); part++) {
      RowAccessor from = row.part(part);
      int[] columns = row.projectedNumbers(part);
      for (int place = 0; place < columns.length; place++) {
        if (kinds[columns[place]] == ArrowConversion.VARIABLE && !from.isNull(place)) {
          sum += from.variableLength(place);
        }
      }
    }
    return sum;
  }

  /**
   * Appends a row. Throws MEMORY_LIMIT if the request's memory is exhausted; the batch is then
   * lost.
   */
  public void append(RowView row) {
    if (rowCount == rowCapacity) {
      growRows();
    }
    for (int part = 0; part < row.partCount(); part++) {
      RowAccessor from = row.part(part);
      int[] columns = row.projectedNumbers(part);
      for (int place = 0; place < columns.length; place++) {
        if (from.isNull(place)) {
          appendNull(columns[place]);
        } else {
          appendValue(from, place, columns[place]);
        }
      }
    }
    rowCount++;
  }

  /**
   * Appends the rows of {@code from} from {@code start}, included, to {@code end}, excluded.
   * Equivalent to appending them one by one, at the cost of one copy per buffer; throws
   * MEMORY_LIMIT likewise.
   */
  public void append(ColumnVectors from, int start, int end) {
    if (start == end) {
      return;
    }
    ensureCapacity(end - start, column -> from.variableBytes(column, start, end));
    for (int column = 0; column < kinds.length; column++) {
      appendValidity(column, from.vector(column), start, end);
      switch (kinds[column]) {
        case BIT ->
            BitCopy.copy(
                from.vector(column).values(),
                start,
                values[column],
                rowCount,
                end - start,
                BitCopy.ZEROS);
        case VARIABLE -> appendBytes(column, from, start, end);
        case DECIMAL8 -> {
          long to = values[column] + 16L * rowCount;
          ColumnVector vector = from.vector(column);
          DecimalCopy.widen(vector.values(), vector.decimalBytes(), start, end, to);
        }
        default -> {
          int bytesPerValue = kinds[column].bits() / Byte.SIZE;
          NativeMemory.copy(
              from.vector(column).values() + (long) bytesPerValue * start,
              values[column] + (long) bytesPerValue * rowCount,
              (long) bytesPerValue * (end - start));
        }
      }
    }
    rowCount += end - start;
  }

  /**
   * Appends some rows of {@code from}. Equivalent to appending them one by one; throws MEMORY_LIMIT
   * likewise.
   *
   * @param rows selection vector: the elements from {@code start}, included, to {@code end},
   *     excluded, are rows
   */
  public void append(ColumnVectors from, int[] rows, int start, int end) {
    if (start == end) {
      return;
    }
    ensureCapacity(end - start, column -> from.variableBytes(column, rows, start, end));
    for (int column = 0; column < kinds.length; column++) {
      ColumnVector vector = from.vector(column);
      gatherValidity(column, vector, rows, start, end);
      switch (kinds[column]) {
        case BIT -> RowGather.bits(vector.values(), rows, start, end, values[column], rowCount);
        case VARIABLE -> gatherBytes(column, vector, rows, start, end);
        case DECIMAL8 -> {
          long to = values[column] + 16L * rowCount;
          DecimalCopy.widen(vector.values(), vector.decimalBytes(), rows, start, end, to);
        }
        default -> {
          int bits = kinds[column].bits();
          long to = values[column] + (long) bits / Byte.SIZE * rowCount;
          RowGather.values(bits, vector.values(), rows, start, end, to);
        }
      }
    }
    rowCount += end - start;
  }

  private void gatherValidity(int column, ColumnVector from, int[] rows, int start, int end) {
    if (from.validity() == ColumnVector.NO_ADDRESS
        || RowGather.countZeros(from.validity(), rows, start, end) == 0) {
      return; // the validity bitmap, if there is one, has all bits set
    }
    long to = requireMemory().validity[column];
    if (nullCounts[column] == 0) {
      NativeMemory.fill(to, BatchLayout.bytesOfBits(rowCapacity), (byte) 0xFF);
    }
    nullCounts[column] += RowGather.clear(from.validity(), rows, start, end, to, rowCount);
  }

  private void gatherBytes(int column, ColumnVector from, int[] rows, int start, int end) {
    if (from.form() == ColumnVector.Form.CODED) {
      EntryCopy entries = TextDictionary.copy(from.bytes());
      useBytes(column, entries.copy(from.values(), rows, start, end, target(column)));
      return;
    }
    int used = bytesUsed[column];
    long offsets = values[column] + 4L * (rowCount + 1);
    for (int i = start; i < end; i++) {
      int first = NativeMemory.getInt(from.values() + 4L * rows[i]);
      int length = NativeMemory.getInt(from.values() + 4L * (rows[i] + 1L)) - first;
      NativeMemory.copy(from.bytes() + first, bytes[column] + used, length);
      used += length;
      NativeMemory.putInt(offsets + 4L * (i - start), used);
    }
    useBytes(column, used);
  }

  private EntryCopy.Target target(int column) {
    long ends = values[column] + (long) Integer.BYTES * (rowCount + 1);
    return new EntryCopy.Target(bytes[column], bytesUsed[column], bytesCapacity[column], ends);
  }

  private void useBytes(int column, int used) {
    variableBytes += used - bytesUsed[column];
    bytesUsed[column] = used;
  }

  private void ensureCapacity(int moreRows, IntUnaryOperator variableBytesOf) {
    int rows = rowCount + moreRows;
    BatchMemory current = memory;
    int[] bytesNeeded = current == null ? sizing.firstBytes() : current.bytesCapacity.clone();
    boolean enough = current != null && rows <= rowCapacity;
    for (int column = 0; column < kinds.length; column++) {
      if (kinds[column] == ArrowConversion.VARIABLE) {
        int needed = bytesUsed[column] + variableBytesOf.applyAsInt(column);
        if (needed > bytesNeeded[column]) {
          bytesNeeded[column] = sizing.moreBytes(bytesNeeded[column], needed);
          enough = false;
        }
      }
    }
    if (current == null) {
      use(new BatchMemory(schema, requestMemory, Math.max(rows, sizing.firstRows()), bytesNeeded));
    } else if (!enough) {
      boolean grows = rows > rowCapacity;
      move(
          current, grows ? Math.max(rows, sizing.moreRows(rowCapacity)) : rowCapacity, bytesNeeded);
    }
  }

  private void appendValidity(int column, ColumnVector from, int start, int end) {
    int nulls =
        from.validity() == ColumnVector.NO_ADDRESS
            ? 0
            : BitCopy.countZeros(from.validity(), start, end - start);
    if (nulls == 0) {
      return; // the validity bitmap, if there is one, has all bits set
    }
    long to = requireMemory().validity[column];
    if (nullCounts[column] == 0) {
      NativeMemory.fill(to, BatchLayout.bytesOfBits(rowCapacity), (byte) 0xFF);
    }
    BitCopy.copy(from.validity(), start, to, rowCount, end - start, BitCopy.ONES);
    nullCounts[column] += nulls;
  }

  private void appendBytes(int column, ColumnVectors from, int start, int end) {
    ColumnVector vector = from.vector(column);
    if (vector.form() == ColumnVector.Form.CODED) {
      EntryCopy entries = TextDictionary.copy(vector.bytes());
      useBytes(column, entries.copy(vector.values() + start, end - start, target(column)));
      return;
    }
    int first = NativeMemory.getInt(vector.values() + 4L * start);
    int length = from.variableBytes(column, start, end);
    NativeMemory.copy(vector.bytes() + first, bytes[column] + bytesUsed[column], length);
    int moved = bytesUsed[column] - first;
    long to = values[column] + 4L * (rowCount + 1);
    long offsets = vector.values() + 4L * (start + 1);
    for (int i = 0; i < end - start; i++) {
      NativeMemory.putInt(to + 4L * i, NativeMemory.getInt(offsets + 4L * i) + moved);
    }
    bytesUsed[column] += length;
    variableBytes += length;
  }

  private void appendValue(RowAccessor from, int place, int column) {
    int row = rowCount;
    long to = values[column];
    switch (kinds[column]) {
      case BIT -> putBit(to, row, from.booleanAt(place) ? 1 : 0);
      case COPY2 -> NativeMemory.putShort(to + 2L * row, from.shortAt(place));
      case COPY4 -> NativeMemory.putInt(to + 4L * row, from.intAt(place));
      case COPY8 -> NativeMemory.putLong(to + 8L * row, from.longAt(place));
      case FLOAT4 ->
          NativeMemory.putInt(to + 4L * row, Float.floatToRawIntBits(from.floatAt(place)));
      case FLOAT8 ->
          NativeMemory.putLong(to + 8L * row, Double.doubleToRawLongBits(from.doubleAt(place)));
      case DECIMAL8 -> {
        long value = from.longAt(place);
        NativeMemory.putLong(to + 16L * row, value);
        NativeMemory.putLong(to + 16L * row + 8, value >> 63);
      }
      case DECIMAL16 -> {
        NativeMemory.putLong(to + 16L * row, from.int128LowAt(place));
        NativeMemory.putLong(to + 16L * row + 8, from.int128HighAt(place));
      }
      case BYTES16 -> {
        NativeMemory.putLongBigEndian(to + 16L * row, from.bytes16HighAt(place));
        NativeMemory.putLongBigEndian(to + 16L * row + 8, from.bytes16LowAt(place));
      }
      case LABEL2 ->
          NativeMemory.putShort(to + 2L * row, (short) position(column, from.intAt(place)));
      case LABEL4 -> NativeMemory.putInt(to + 4L * row, position(column, from.intAt(place)));
      case VARIABLE -> appendBytes(column, from.variableAddress(place), from.variableLength(place));
    }
  }

  private int position(int column, int rank) {
    return requireNonNull(labels[column], "column has no labels").positionOf(rank);
  }

  /**
   * Writes a bit. The first bit of a byte clears the other seven, because the memory is not zeroed.
   */
  private static void putBit(long bits, int row, int bit) {
    long address = bits + (row >>> 3);
    int at = row & 7;
    int before = at == 0 ? 0 : NativeMemory.getByte(address);
    NativeMemory.putByte(address, (byte) (before | (bit << at)));
  }

  private void appendBytes(int column, long from, int length) {
    int start = bytesUsed[column];
    int end = start + length;
    if (end > bytesCapacity[column]) {
      growBytes(column, end);
    }
    ByteCopy.copy(from, bytes[column] + start, length);
    bytesUsed[column] = end;
    variableBytes += length;
    NativeMemory.putInt(values[column] + 4L * (rowCount + 1), end);
  }

  /** Appends a NULL: clears its validity bit and zeroes its slot. */
  private void appendNull(int column) {
    int row = rowCount;
    BatchMemory current = requireMemory();
    long validity = current.validity[column];
    if (nullCounts[column]++ == 0) {
      NativeMemory.fill(validity, BatchLayout.bytesOfBits(rowCapacity), (byte) 0xFF);
    }
    long address = validity + (row >>> 3);
    NativeMemory.putByte(address, (byte) (NativeMemory.getByte(address) & ~(1 << (row & 7))));
    long to = values[column];
    switch (kinds[column]) {
      case BIT -> putBit(to, row, 0);
      case COPY2, LABEL2 -> NativeMemory.putShort(to + 2L * row, (short) 0);
      case COPY4, FLOAT4, LABEL4 -> NativeMemory.putInt(to + 4L * row, 0);
      case COPY8, FLOAT8 -> NativeMemory.putLong(to + 8L * row, 0);
      case DECIMAL8, DECIMAL16, BYTES16 -> {
        NativeMemory.putLong(to + 16L * row, 0);
        NativeMemory.putLong(to + 16L * row + 8, 0);
      }
      case VARIABLE -> NativeMemory.putInt(to + 4L * (row + 1), bytesUsed[column]);
    }
  }

  private void growRows() {
    BatchMemory current = memory;
    if (current == null) {
      use(new BatchMemory(schema, requestMemory, sizing.firstRows(), sizing.firstBytes()));
    } else {
      int rows = sizing.moreRows(rowCapacity);
      move(current, rows, current.bytesCapacity);
    }
  }

  private void growBytes(int column, int needed) {
    BatchMemory current = requireMemory();
    int[] capacity = current.bytesCapacity.clone();
    capacity[column] = sizing.moreBytes(capacity[column], needed);
    move(current, rowCapacity, capacity);
  }

  /** Moves all rows, the one that is being appended included, to a larger allocation. */
  private void move(BatchMemory from, int rows, int[] bytesCapacity) {
    BatchMemory to = new BatchMemory(schema, requestMemory, rows, bytesCapacity);
    long rowsUsed = Math.min(rowCount + 1L, from.rowCapacity);
    for (int i = 0; i < kinds.length; i++) {
      long usedBits =
          (kinds[i] == ArrowConversion.VARIABLE ? rowsUsed + 1 : rowsUsed) * kinds[i].bits();
      NativeMemory.copy(from.values[i], to.values[i], BatchLayout.bytesOfBits(usedBits));
      NativeMemory.copy(from.bytes[i], to.bytes[i], bytesUsed[i]);
      if (nullCounts[i] > 0) {
        NativeMemory.fill(to.validity[i], BatchLayout.bytesOfBits(rows), (byte) 0xFF);
        NativeMemory.copy(
            from.validity[i], to.validity[i], BatchLayout.bytesOfBits(from.rowCapacity));
      }
    }
    from.buffer().close();
    use(to);
  }

  private void use(BatchMemory next) {
    memory = next;
    rowCapacity = next.rowCapacity;
    values = next.values;
    bytes = next.bytes;
    bytesCapacity = next.bytesCapacity;
  }

  private BatchMemory requireMemory() {
    return requireNonNull(memory, "no memory is allocated yet");
  }

  /** Returns the rows so far as a batch, which the caller owns, and starts an empty one. */
  public ColumnBatch finish() {
    BatchMemory current = memory;
    ColumnBatch batch =
        rowCount == 0 || current == null
            ? new ColumnBatch(schema, 0, new int[kinds.length], noBuffers(), null)
            : new ColumnBatch(
                schema, rowCount, nullCounts.clone(), buffersOf(current), current.buffer());
    if (rowCount > 0) {
      sizing.recordUsage(rowCount, bytesUsed);
      memory = null;
    }
    reset();
    return batch;
  }

  private List<ArrowBuf> noBuffers() {
    ArrowBuf empty = requestMemory.allocator().getEmpty();
    return Collections.nCopies(schema.bufferCount(), empty);
  }

  private List<ArrowBuf> buffersOf(BatchMemory from) {
    List<ArrowBuf> buffers = new ArrayList<>(schema.bufferCount());
    for (int i = 0; i < kinds.length; i++) {
      buffers.add(validityOf(from, i));
      boolean isVariable = kinds[i] == ArrowConversion.VARIABLE;
      long count = isVariable ? rowCount + 1L : rowCount;
      long length = BatchLayout.bytesOfBits(count * kinds[i].bits());
      buffers.add(from.slice(from.values[i], length));
      if (isVariable) {
        buffers.add(from.slice(from.bytes[i], bytesUsed[i]));
      }
    }
    return buffers;
  }

  private ArrowBuf validityOf(BatchMemory from, int column) {
    if (nullCounts[column] == 0) {
      return requestMemory.allocator().getEmpty();
    }
    long length = BatchLayout.bytesOfBits(rowCount);
    int bitsInLast = rowCount & 7;
    if (bitsInLast != 0) {
      long last = from.validity[column] + length - 1;
      int kept = NativeMemory.getByte(last) & ((1 << bitsInLast) - 1);
      NativeMemory.putByte(last, (byte) kept);
    }
    return from.slice(from.validity[column], length);
  }

  private void reset() {
    rowCount = 0;
    rowCapacity = memory == null ? 0 : memory.rowCapacity;
    variableBytes = 0;
    Arrays.fill(bytesUsed, 0);
    Arrays.fill(nullCounts, 0);
  }

  /** Discards the rows so far and frees their memory. Idempotent. */
  @Override
  public void close() {
    if (memory != null) {
      memory.buffer().close();
      memory = null;
    }
    reset();
  }

  /** Dictionary positions of an enum's labels by their ranks, without boxing. */
  private static final class EnumLabels {
    private final EnumType type;
    private final int[] ranks;

    EnumLabels(EnumType type) {
      this.type = type;
      this.ranks = type.labels().stream().mapToInt(EnumLabel::rank).toArray();
    }

    /**
     * Returns the dictionary position of the label with this rank. Throws STORE_CORRUPT if there is
     * none.
     */
    int positionOf(int rank) {
      int position = Arrays.binarySearch(ranks, rank);
      return position >= 0 ? position : type.positionOf(rank);
    }
  }
}
