package dev.colonnade.sql.execute.spill;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merge of sorted runs by a loser tree. Of equal rows, those of the first run come first. The nodes
 * of the tree are numbered as those of a binary heap: the leaves are the runs, an inner node has
 * the run that lost there, and node 0 the winner.
 */
final class RunMerger {
  private static final int NO_RUN = -1;

  /** Bytes of batches that were read to their end since the last output, which ends the output. */
  private static final long PASSED_BYTES_MAX = 1L << 20;

  private final List<SpillReader> readers;
  private final RowComparator comparator;
  private final RowGatherer gatherer;
  private final Cancellation cancellation;
  private final @Nullable SortPrefix prefix;
  private final boolean isPrefixAll;
  private final int[] tree;

  /** For each run its present batch and row; the batch is null after the last row. */
  private final @Nullable VectorBatch[] batches;

  private final int[] rows;
  private final long @Nullable [][] prefixes;
  private final @Nullable Vector[] prefixColumns;

  /** Batches of the rows of the output, and for each run the index of its present batch. */
  private final List<VectorBatch> sources = new ArrayList<>();

  private final int[] sourceOfRun;
  private final long[] ids = new long[VectorBatch.ROWS];
  private int idCount;
  private int idPosition;
  private long passedBytes;
  private long rowsLeft;

  /** Creates a merger, which reads the first batch of each run. */
  RunMerger(
      List<SpillReader> readers,
      List<SortKey> keys,
      List<VectorType> types,
      long rowsMax,
      Cancellation cancellation) {
    this.readers = List.copyOf(readers);
    this.comparator = new RowComparator(keys, types);
    this.gatherer = new RowGatherer(types);
    this.cancellation = cancellation;
    this.prefix =
        keys.isEmpty()
            ? null
            : new SortPrefix(keys.getFirst(), types.get(keys.getFirst().column()));
    this.isPrefixAll = prefix != null && prefix.isExact() && keys.size() == 1;
    this.rowsLeft = rowsMax;
    int runCount = readers.size();
    this.tree = new int[runCount];
    this.batches = new @Nullable VectorBatch[runCount];
    this.rows = new int[runCount];
    this.prefixes = new long @Nullable [runCount][];
    this.prefixColumns = new @Nullable Vector[runCount];
    this.sourceOfRun = new int[runCount];
    Arrays.fill(tree, NO_RUN);
    for (int run = runCount - 1; run >= 0; run--) {
      load(run);
      replay(run);
    }
  }

  /** Reads the next batch of a run. */
  private void load(int run) {
    cancellation.check();
    VectorBatch batch = readers.get(run).next();
    batches[run] = batch;
    rows[run] = 0;
    if (batch == null) {
      return;
    }
    sourceOfRun[run] = sources.size();
    sources.add(batch);
    SortPrefix first = prefix;
    if (first == null) {
      return;
    }
    Vector column = batch.column(first.key().column());
    prefixColumns[run] = column;
    prefixes[run] = null;
    if (SortPrefix.supports(column)) {
      long[] values = new long[batch.rowCount()];
      first.fill(column, values.length, values);
      prefixes[run] = values;
    }
  }

  /** Plays the matches from a leaf up; a run that comes first to a node waits there. */
  private void replay(int run) {
    int winner = run;
    for (int node = (run + tree.length) / 2; node > 0; node /= 2) {
      int other = tree[node];
      if (other == NO_RUN) {
        tree[node] = winner;
        return;
      }
      if (isBefore(other, winner)) {
        tree[node] = winner;
        winner = other;
      }
    }
    tree[0] = winner;
  }

  private boolean isBefore(int left, int right) {
    if (batches[left] == null || batches[right] == null) {
      return batches[left] != null;
    }
    int order = compare(left, right);
    return order != 0 ? order < 0 : left < right;
  }

  private int compare(int left, int right) {
    long[] leftPrefixes = prefixes[left];
    long[] rightPrefixes = prefixes[right];
    if (leftPrefixes != null
        && rightPrefixes != null
        && !requireNonNull(prefixColumns[left]).isNull(rows[left])
        && !requireNonNull(prefixColumns[right]).isNull(rows[right])) {
      int order = Long.compareUnsigned(leftPrefixes[rows[left]], rightPrefixes[rows[right]]);
      if (order != 0 || isPrefixAll) {
        return order;
      }
    }
    return comparator.compare(
        requireNonNull(batches[left]), rows[left], requireNonNull(batches[right]), rows[right]);
  }

  /** Returns the next rows in order, at least one; null after the last. */
  @Nullable VectorBatch next() {
    if (idPosition == idCount) {
      select();
    }
    if (idCount == 0) {
      return null;
    }
    VectorBatch[] from = sources.toArray(VectorBatch[]::new);
    int count = gatherer.countOf(from, ids, idPosition, idCount - idPosition);
    VectorBatch batch = gatherer.gather(from, ids, idPosition, count);
    idPosition += count;
    return batch;
  }

  /** Selects the ids of the next rows. */
  private void select() {
    cancellation.check();
    forgetPassed();
    idPosition = 0;
    idCount = 0;
    int countMax = (int) Math.min(ids.length, rowsLeft);
    while (idCount < countMax && passedBytes < PASSED_BYTES_MAX) {
      int run = tree[0];
      VectorBatch batch = batches[run];
      if (batch == null) {
        break;
      }
      ids[idCount++] = RowGatherer.id(sourceOfRun[run], rows[run]++);
      if (rows[run] == batch.rowCount()) {
        passedBytes += BatchMemory.bytes(batch);
        load(run);
      }
      replay(run);
    }
    rowsLeft -= idCount;
  }

  private void forgetPassed() {
    passedBytes = 0;
    sources.clear();
    for (int run = 0; run < batches.length; run++) {
      VectorBatch batch = batches[run];
      if (batch != null) {
        sourceOfRun[run] = sources.size();
        sources.add(batch);
      }
    }
  }
}
