package dev.colonnade.sql.execute.join.partition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Closing;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.hash.JoinProbe;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Part of one thread in a partitioned join: it partitions its rows of the probe side, waits for the
 * other threads to do so, and joins partitions until there are none left.
 */
public final class PartitionProbe implements JoinProbe {
  private final PartitionedJoin join;
  private final Supplier<@Nullable VectorBatch> rows;
  private final QueryContext query;
  private final SpillContext spill;

  /** Partitions of rows of the probe side that this thread has written. */
  private final List<ProbePartitions> probes = new ArrayList<>();

  /** Partitions that this thread has partitioned again. */
  private final List<PartitionLevel> levels = new ArrayList<>();

  private boolean isRead;
  private @Nullable PartitionTask task;
  private @Nullable BlockJoin joining;

  /**
   * Creates the part of a thread.
   *
   * @param rows of the probe side
   * @param spill with the account of the operator
   */
  public PartitionProbe(
      PartitionedJoin join,
      Supplier<@Nullable VectorBatch> rows,
      QueryContext query,
      SpillContext spill) {
    this.join = requireNonNull(join, "join is null");
    this.rows = requireNonNull(rows, "rows is null");
    this.query = requireNonNull(query, "query is null");
    this.spill = requireNonNull(spill, "spill is null");
  }

  @Override
  public @Nullable VectorBatch next() {
    if (!isRead) {
      isRead = true;
      read();
    }
    BlockJoin present = joining;
    if (present == null) {
      PartitionTask following = join.nextTask();
      if (following == null) {
        return null;
      }
      start(following);
      return JoinSides.NO_ROWS;
    }
    VectorBatch batch = present.next();
    if (batch != null) {
      return batch;
    }
    present.close();
    joining = null;
    requireNonNull(task, "task is null").delete();
    return JoinSides.NO_ROWS;
  }

  /** Partitions the rows of the probe side, and waits until all threads have done so. */
  private void read() {
    if (!join.end().begin()) {
      return;
    }
    boolean hasEnded = false;
    try {
      ProbePartitions own = newProbe(join.first());
      copy(rows, own::add);
      own.finish();
      join.end().end(this::arrive);
      hasEnded = true;
    } finally {
      if (!hasEnded) {
        join.end().abort();
      }
    }
    boolean _ = join.end().await(spill.cancellation());
  }

  private void arrive(boolean isLast) {
    if (isLast) {
      join.addTasks(join.first(), Long.MAX_VALUE);
    }
  }

  private ProbePartitions newProbe(PartitionLevel level) {
    ProbePartitions own = level.newProbe(spill);
    probes.add(own);
    return own;
  }

  private void start(PartitionTask following) {
    task = following;
    if (!following.isNeeded(join.sides())) {
      following.delete();
      return;
    }
    PartitionLevel level = following.level();
    int partition = following.partition();
    BlockJoin blocks =
        new BlockJoin(
            join.sides(),
            query,
            spill,
            level.buildReader(partition),
            () -> level.probeReader(partition));
    joining = blocks;
    if (blocks.readFirst()) {
      return;
    }
    if (following.canSplit()) {
      blocks.close();
      joining = null;
      split(following);
    } else {
      blocks.markProbe(level.probeRowCount(partition));
    }
  }

  /** Partitions a partition again. */
  private void split(PartitionTask large) {
    PartitionLevel parts = new PartitionLevel(join.sides(), large.level().number() + 1, spill);
    levels.add(parts);
    copy(large.level().buildReader(large.partition()), parts::addBuild);
    parts.finishBuild();
    ProbePartitions own = newProbe(parts);
    copy(large.level().probeReader(large.partition()), own::add);
    own.finish();
    join.addTasks(parts, large.level().buildRowCount(large.partition()));
    large.delete();
  }

  private void copy(Supplier<@Nullable VectorBatch> from, Consumer<VectorBatch> into) {
    for (VectorBatch batch = from.get(); batch != null; batch = from.get()) {
      spill.cancellation().check();
      into.accept(batch);
    }
  }

  @Override
  public long spilledBytes() {
    long bytes = 0;
    for (ProbePartitions each : probes) {
      bytes += each.rows().spilledBytes();
    }
    for (PartitionLevel level : levels) {
      bytes += level.buildSpilledBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    List<Runnable> open = new ArrayList<>();
    if (joining != null) {
      open.add(joining::close);
      joining = null;
    }
    levels.forEach(level -> open.add(level::close));
    probes.forEach(rows -> open.add(rows::close));
    levels.clear();
    probes.clear();
    Closing.all(open, Runnable::run);
  }
}
