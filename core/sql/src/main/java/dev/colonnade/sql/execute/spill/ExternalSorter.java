package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.format.SpillBatchEncoder;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stable sorter of rows: in memory while it is granted, then by sorted runs in temporary files,
 * which are merged. With a small {@code rowsMax} it keeps little more rows than that, and ignores
 * rows that come after the last of them. One thread.
 */
public final class ExternalSorter implements AutoCloseable {
  /** The most runs that are merged at once. */
  public static final int MERGE_RUNS_MAX = 64;

  /** Memory that a sorter uses even if it is denied more. */
  private static final long RUN_BYTES_MIN = 1L << 20;

  private static final long RUN_BATCH_BYTES_MIN = 32L << 10;
  private static final long RUN_BATCH_BYTES_MAX = 256L << 10;
  private static final int RUN_BATCHES_MIN = 16;

  /** The least number of rows at which those beyond {@code rowsMax} are removed. */
  private static final int CUT_ROWS_MIN = 4 * VectorBatch.ROWS;

  /** The most rows sorted in memory. */
  private static final int KEPT_ROWS_MAX = 1 << 28;

  private final List<VectorType> types;
  private final List<SortKey> keys;
  private final long rowsMax;
  private final SpillContext context;
  private final OperatorMemory memory;
  private final RowComparator comparator;
  private final RowGatherer gatherer;
  private final RowSorter sorter;
  private final SpillBatchEncoder encoder;
  private final List<SpillWriter> runs = new ArrayList<>();
  private BatchList kept;
  private long spilledBytes;

  /** Row that is the last of {@code rowsMax} known rows: later rows must come before it. */
  private @Nullable VectorBatch bound;

  private VectorBatch[] sortedBatches = new VectorBatch[0];
  private long[] sortedIds = new long[0];
  private int sortedCount;
  private int position;
  private long mergeBatchBytes;
  private @Nullable RunMerger merger;
  private boolean isFinished;

  /**
   * Creates a sorter.
   *
   * @param types types of all columns
   * @param rowsMax the most rows that are read; Long.MAX_VALUE for all
   */
  public ExternalSorter(
      List<VectorType> types, List<SortKey> keys, long rowsMax, SpillContext context) {
    if (rowsMax < 0) {
      throw new IllegalArgumentException("rowsMax below 0 rowsMax=" + rowsMax);
    }
    this.types = List.copyOf(types);
    this.keys = List.copyOf(keys);
    this.rowsMax = rowsMax;
    this.context = context;
    this.memory = context.memory().newPart();
    this.comparator = new RowComparator(keys, types);
    this.gatherer = new RowGatherer(types);
    this.sorter = new RowSorter(keys, types, comparator, context.cancellation());
    this.encoder = new SpillBatchEncoder(types);
    this.kept = new BatchList(types);
  }

  /** Adds the rows of a batch. */
  public void add(VectorBatch batch) {
    requireUnfinished();
    for (VectorBatch piece : BatchMemory.pieces(batch)) {
      addPiece(piece);
    }
  }

  private void addPiece(VectorBatch piece) {
    context.cancellation().check();
    VectorBatch rows = withinBound(piece);
    if (rows.rowCount() == 0 || rowsMax == 0) {
      return;
    }
    long bytes = BatchMemory.bytes(rows);
    reserve(bytes + (long) rows.rowCount() * RowSorter.BYTES_PER_ROW);
    kept.add(rows, bytes);
    if (kept.rowCount() >= CUT_ROWS_MIN && kept.rowCount() / 2 >= rowsMax) {
      cutOrWrite();
    } else if (kept.rowCount() >= KEPT_ROWS_MAX) {
      writeRun();
    }
  }

  private VectorBatch withinBound(VectorBatch batch) {
    VectorBatch last = bound;
    if (last == null) {
      return batch;
    }
    int[] rows = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      if (comparator.compare(batch, row, last, 0) < 0) {
        rows[count++] = row;
      }
    }
    return count == rows.length ? batch : batch.gather(rows, count);
  }

  private void reserve(long bytes) {
    if (memory.tryGrow(bytes)) {
      return;
    }
    if (memory.used() >= RUN_BYTES_MIN) {
      writeRun();
      if (memory.tryGrow(bytes)) {
        return;
      }
    }
    memory.grow(bytes);
  }

  private void sortKept() {
    sortedBatches = kept.toArray();
    sortedIds = sorter.sort(sortedBatches, (int) kept.rowCount());
    sortedCount = (int) Math.min(rowsMax, sortedIds.length);
    position = 0;
  }

  private @Nullable VectorBatch nextSorted() {
    if (position == sortedCount) {
      return null;
    }
    context.cancellation().check();
    int count = gatherer.countOf(sortedBatches, sortedIds, position, sortedCount - position);
    VectorBatch batch = gatherer.gather(sortedBatches, sortedIds, position, count);
    position += count;
    return batch;
  }

  private void forgetSorted() {
    sortedBatches = new VectorBatch[0];
    sortedIds = new long[0];
    sortedCount = 0;
    position = 0;
  }

  /** Removes the rows beyond {@code rowsMax} if there is memory for a copy of the others. */
  private void cutOrWrite() {
    if (memory.tryGrow(memory.used() / 2)) {
      cut();
    } else {
      writeRun();
    }
  }

  /** Removes the rows beyond {@code rowsMax}. */
  private void cut() {
    sortKept();
    setBound();
    BatchList best = new BatchList(types);
    long bytes = (long) sortedCount * RowSorter.BYTES_PER_ROW;
    for (VectorBatch batch = nextSorted(); batch != null; batch = nextSorted()) {
      long batchBytes = BatchMemory.bytes(batch);
      best.add(batch, batchBytes);
      bytes += batchBytes;
    }
    forgetSorted();
    kept = best;
    memory.set(Math.min(memory.used(), bytes));
  }

  private void setBound() {
    if (sortedCount == rowsMax) {
      bound = gatherer.gather(sortedBatches, sortedIds, sortedCount - 1, 1);
    }
  }

  private void writeRun() {
    sortKept();
    setBound();
    long targetBytes =
        Math.clamp(memory.used() / RUN_BATCHES_MIN, RUN_BATCH_BYTES_MIN, RUN_BATCH_BYTES_MAX);
    SpillWriter run = new SpillWriter(context.space(), types, targetBytes, encoder);
    runs.add(run);
    for (VectorBatch batch = nextSorted(); batch != null; batch = nextSorted()) {
      run.append(batch);
    }
    run.finish();
    spilledBytes += run.bytes();
    forgetSorted();
    kept = new BatchList(types);
    memory.set(0);
  }

  /** Ends the input and sorts it. */
  public void finish() {
    requireUnfinished();
    isFinished = true;
    if (runs.isEmpty()) {
      sortKept();
      memory.shrink((long) sortedIds.length * (RowSorter.BYTES_PER_ROW - Long.BYTES));
      return;
    }
    if (kept.rowCount() > 0) {
      writeRun();
    }
    int runsMax = reserveMerge();
    while (runs.size() > runsMax) {
      mergeSome(Math.min(runsMax, runs.size() - runsMax + 1));
    }
    encoder.free();
    merger = mergerOf(runs);
  }

  private void requireUnfinished() {
    if (isFinished) {
      throw new IllegalStateException("input of the sorter has ended");
    }
  }

  /**
   * Reserves the memory of all merges, for as many runs as the query may use, at least two. Each
   * run has a batch as it is, compressed, and passed; so has the output. Returns the number of
   * runs.
   */
  private int reserveMerge() {
    long batchBytes = RUN_BATCH_BYTES_MIN;
    for (SpillWriter run : runs) {
      batchBytes = Math.max(batchBytes, run.batchBytesMax());
    }
    mergeBatchBytes = batchBytes;
    int count = Math.min(runs.size(), MERGE_RUNS_MAX);
    while (count > 2 && !memory.trySet(mergeBytes(count))) {
      count = Math.max(2, count * 3 / 4);
    }
    memory.set(mergeBytes(count));
    return Math.max(2, count);
  }

  private long mergeBytes(int runCount) {
    return (runCount + 1L) * 2 * mergeBatchBytes;
  }

  /** Merges {@code count} neighboring runs of the least size to one. */
  private void mergeSome(int count) {
    int first = firstOfSmallest(count);
    List<SpillWriter> merged = runs.subList(first, first + count);
    SpillWriter run = new SpillWriter(context.space(), types, mergeBatchBytes, encoder);
    try {
      RunMerger some = mergerOf(merged);
      for (VectorBatch batch = some.next(); batch != null; batch = some.next()) {
        run.append(batch);
      }
      run.finish();
    } catch (RuntimeException | Error e) {
      run.close();
      throw e;
    }
    spilledBytes += run.bytes();
    merged.forEach(SpillWriter::close);
    merged.clear();
    runs.add(first, run);
  }

  private int firstOfSmallest(int count) {
    int best = 0;
    long bestBytes = Long.MAX_VALUE;
    for (int first = 0; first + count <= runs.size(); first++) {
      long bytes = 0;
      for (SpillWriter run : runs.subList(first, first + count)) {
        bytes += run.bytes();
      }
      if (bytes < bestBytes) {
        best = first;
        bestBytes = bytes;
      }
    }
    return best;
  }

  private RunMerger mergerOf(List<SpillWriter> merged) {
    List<SpillReader> readers = merged.stream().map(SpillWriter::reader).toList();
    return new RunMerger(readers, keys, types, rowsMax, context.cancellation());
  }

  /** Returns the next rows in order, at least one; null after the last. */
  public @Nullable VectorBatch next() {
    if (!isFinished) {
      throw new IllegalStateException("input of the sorter has not ended");
    }
    return merger == null ? nextSorted() : merger.next();
  }

  /** Returns the bytes written to temporary files so far. */
  public long spilledBytes() {
    return spilledBytes;
  }

  /** Frees the memory and deletes the files. Idempotent. */
  @Override
  public void close() {
    isFinished = true;
    forgetSorted();
    merger = null;
    kept.clear();
    runs.forEach(SpillWriter::close);
    runs.clear();
    memory.close();
  }
}
