package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.execute.spill.SpillReader;
import dev.colonnade.sql.execute.spill.SpillWriter;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a recursion has returned, to find those that are new.
 *
 * <p>Rows are added to a table in memory. When it may not grow any more, new rows are written to
 * partitions, and their hashes are added to a filter. A row that passes neither the table nor the
 * filter is new. A row that the filter may contain is deferred to the end of its round: then each
 * partition of deferred rows is compared with the partition of returned rows, in a table of its
 * own. So a recursion reads the files only in rounds that have duplicates. One thread.
 */
final class SeenRows implements AutoCloseable {
  /** Number of partitions, a power of two. */
  static final int PARTITIONS = 32;

  private static final long FILTER_ROWS_MIN = 1 << 14;
  private static final int FILTER_GROWTH = 4;

  private final List<VectorType> types;
  private final SpillContext spill;
  private final OperatorMemory share;
  private final OperatorMemory filterShare;
  private final DistinctKeys keys;
  private final @Nullable SpillWriter[] returned = new @Nullable SpillWriter[PARTITIONS];
  private long spilledBytes;

  /** Filter of the rows in temporary files; null while the table may grow. */
  private @Nullable RowFilter filter;

  /** Rows of the present round that may be new; null if there are none. */
  private @Nullable SpillPartitions deferred;

  /** Partition that is compared, from the end of the round on; null before the first. */
  private @Nullable Comparison comparison;

  SeenRows(List<VectorType> types, SpillContext spill) {
    this.types = List.copyOf(types);
    this.spill = requireNonNull(spill, "spill is null");
    this.share = spill.memory().newPart();
    this.filterShare = spill.memory().newPart();
    this.keys = new DistinctKeys(types);
  }

  /** Returns the rows of a batch that are certainly new. */
  VectorBatch add(VectorBatch batch) {
    if (filter != null && !filter.hasSpace(batch.rowCount())) {
      widen(filter);
    }
    int[] rows = new int[batch.rowCount()];
    int[] partitions = new int[batch.rowCount()];
    int[] written = new int[batch.rowCount()];
    Arrays.fill(partitions, SpillPartitions.NO_PARTITION);
    Arrays.fill(written, SpillPartitions.NO_PARTITION);
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      keys.encode(batch, row);
      if (keys.find() != KeyTable.NONE) {
        continue;
      }
      if (canGrow()) {
        keys.add();
        rows[count++] = row;
      } else if (isNewInFiles()) {
        written[row] = partition();
        rows[count++] = row;
      } else {
        partitions[row] = partition();
      }
    }
    if (filter != null) {
      defer(batch, partitions);
      write(batch, written);
    }
    return count == rows.length ? batch : batch.gather(rows, count);
  }

  /** Returns whether the encoded row is certainly not in the files; then adds it to the filter. */
  private boolean isNewInFiles() {
    RowFilter known = filter;
    if (known == null) {
      known = newFilter(FILTER_ROWS_MIN);
    }
    if (known.mayContain(keys.hash64())) {
      return false;
    }
    known.add(keys.hash64());
    return true;
  }

  /** Returns whether the encoded row may be added; after the first time that not, none may. */
  private boolean canGrow() {
    if (filter != null) {
      return false;
    }
    long needed = keys.memoryBytesWithRow();
    return needed <= share.used() || share.trySet(needed + (needed >> 3)) || share.trySet(needed);
  }

  private int partition() {
    return (int) (keys.hash64() >>> Integer.SIZE) & (PARTITIONS - 1);
  }

  private RowFilter newFilter(long capacity) {
    filterShare.set(RowFilter.memoryBytes(capacity));
    RowFilter created = new RowFilter(capacity);
    filter = created;
    return created;
  }

  /** Replaces the filter by a larger one for the rows in the files. */
  private void widen(RowFilter full) {
    RowFilter wider = newFilter(full.capacity() * FILTER_GROWTH);
    DistinctKeys hashes = new DistinctKeys(types);
    for (SpillWriter writer : returned) {
      SpillReader reader = writer == null ? null : writer.reader();
      VectorBatch batch = reader == null ? null : reader.next();
      while (reader != null && batch != null) {
        spill.cancellation().check();
        for (int row = 0; row < batch.rowCount(); row++) {
          hashes.encode(batch, row);
          wider.add(hashes.hash64());
        }
        batch = reader.next();
      }
    }
  }

  private void defer(VectorBatch batch, int[] partitions) {
    if (Arrays.stream(partitions).allMatch(each -> each == SpillPartitions.NO_PARTITION)) {
      return;
    }
    SpillPartitions known = deferred;
    if (known == null) {
      known = new SpillPartitions(PARTITIONS, types, spill);
      deferred = known;
    }
    known.append(batch, partitions);
  }

  private void write(VectorBatch batch, int[] partitions) {
    int[] sizes = new int[PARTITIONS];
    for (int partition : partitions) {
      if (partition != SpillPartitions.NO_PARTITION) {
        sizes[partition]++;
      }
    }
    for (int partition = 0; partition < PARTITIONS; partition++) {
      if (sizes[partition] > 0) {
        int[] selected = new int[sizes[partition]];
        int count = 0;
        for (int row = 0; row < partitions.length; row++) {
          if (partitions[row] == partition) {
            selected[count++] = row;
          }
        }
        writer(partition).append(batch.gather(selected, count));
      }
    }
  }

  private SpillWriter writer(int partition) {
    SpillWriter before = returned[partition];
    if (before == null) {
      before = new SpillWriter(spill.space(), types);
      returned[partition] = before;
    }
    return before;
  }

  /**
   * Returns the next rows of the round that were deferred and are new; null if there are no more,
   * which ends the round.
   */
  @Nullable VectorBatch nextDeferred() {
    SpillPartitions rows = deferred;
    if (rows == null) {
      return null;
    }
    Comparison present = comparison;
    if (present == null) {
      rows.finish();
      present = new Comparison(rows, 0);
    }
    while (true) {
      comparison = present;
      VectorBatch batch = present.next();
      if (batch != null) {
        return batch;
      }
      present.close();
      if (present.partition + 1 == PARTITIONS) {
        endRound();
        return null;
      }
      present = new Comparison(rows, present.partition + 1);
    }
  }

  private void endRound() {
    if (comparison != null) {
      comparison.close();
      comparison = null;
    }
    if (deferred != null) {
      spilledBytes += deferred.spilledBytes();
      deferred.close();
      deferred = null;
    }
  }

  /** Comparison of the deferred rows of a partition with those that were returned before. */
  private final class Comparison {
    private final int partition;
    private final SpillPartitions rows;
    private final SpillReader reader;
    private final DistinctKeys known = new DistinctKeys(types);
    private final OperatorMemory memory = spill.memory().newPart();
    private boolean isLoaded;

    Comparison(SpillPartitions rows, int partition) {
      this.rows = rows;
      this.partition = partition;
      this.reader = rows.reader(partition);
    }

    /** Returns the next rows that are new; null if there are no more. */
    @Nullable VectorBatch next() {
      for (VectorBatch batch = reader.next(); batch != null; batch = reader.next()) {
        spill.cancellation().check();
        load();
        VectorBatch fresh = fresh(batch);
        if (fresh.rowCount() > 0) {
          writer(partition).append(fresh);
          return fresh;
        }
      }
      return null;
    }

    private void load() {
      SpillWriter before = returned[partition];
      if (!isLoaded && before != null) {
        SpillReader all = before.reader();
        for (VectorBatch batch = all.next(); batch != null; batch = all.next()) {
          spill.cancellation().check();
          fresh(batch);
        }
      }
      isLoaded = true;
    }

    private VectorBatch fresh(VectorBatch batch) {
      int[] selected = new int[batch.rowCount()];
      int count = 0;
      for (int row = 0; row < selected.length; row++) {
        known.encode(batch, row);
        int before = known.count();
        selected[count] = row;
        count += known.add() == before ? 1 : 0;
      }
      memory.set(known.memoryBytes());
      return count == selected.length ? batch : batch.gather(selected, count);
    }

    void close() {
      memory.close();
      rows.delete(partition);
    }
  }

  /** Returns the bytes written to temporary files. */
  long spilledBytes() {
    long bytes = spilledBytes + (deferred == null ? 0 : deferred.spilledBytes());
    for (SpillWriter writer : returned) {
      bytes += writer == null ? 0 : writer.bytes();
    }
    return bytes;
  }

  /** Frees the memory and deletes the files. Idempotent. */
  @Override
  public void close() {
    share.close();
    filterShare.close();
    try {
      endRound();
    } finally {
      close(0);
    }
  }

  private void close(int first) {
    if (first < returned.length) {
      try {
        SpillWriter writer = returned[first];
        if (writer != null) {
          writer.close();
        }
      } finally {
        close(first + 1);
      }
    }
  }
}
