package dev.colonnade.sql.execute.join.hash;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Grace hash join: both sides are written to partitions by the hash of their keys, and partitions
 * of the same hash are joined one after the other. A partition whose build side is still too large
 * is partitioned again by other bits; if that cannot help, because most of its rows have one key,
 * it is joined in blocks. One thread.
 *
 * <p>NOT IN has one partition, because a row with a NULL may match rows of every hash.
 */
public final class PartitionedJoin implements AutoCloseable {
  private final JoinSides sides;
  private final QueryContext query;
  private final SpillContext spill;
  private final Deque<Task> tasks = new ArrayDeque<>();
  private final List<Level> open = new ArrayList<>();
  private final Level first;
  private @Nullable Task task;
  private @Nullable BlockJoin joining;

  public PartitionedJoin(JoinSides sides, QueryContext query, SpillContext spill) {
    this.sides = requireNonNull(sides, "sides is null");
    this.query = requireNonNull(query, "query is null");
    this.spill = requireNonNull(spill, "spill is null");
    this.first = new Level(0);
  }

  /** Adds rows of the build side. */
  public void addBuild(VectorBatch batch) {
    first.addBuild(batch);
  }

  /** Ends the build side. */
  public void finishBuild() {
    first.finishBuild();
  }

  /** Reads all rows of the build side, which has ended. */
  public void readBuild(Consumer<VectorBatch> into) {
    for (int i = 0; i < first.needsProbe.length; i++) {
      copy(first.build.reader(i)::next, into);
    }
  }

  /** Adds rows of the probe side. */
  public void addProbe(VectorBatch batch) {
    first.addProbe(batch);
  }

  /** Ends the probe side. */
  public void finishProbe() {
    first.finishProbe(Long.MAX_VALUE);
  }

  /** Returns the next rows, also none; null after the last. */
  public @Nullable VectorBatch next() {
    BlockJoin present = joining;
    if (present == null) {
      Task following = tasks.poll();
      if (following == null) {
        return null;
      }
      start(following);
      return JoinSides.NO_ROWS;
    }
    VectorBatch rows = present.next();
    if (rows != null) {
      return rows;
    }
    present.close();
    joining = null;
    requireNonNull(task, "task is null").delete();
    return JoinSides.NO_ROWS;
  }

  private void start(Task following) {
    task = following;
    if (!isNeeded(following)) {
      following.delete();
      return;
    }
    BlockJoin blocks =
        new BlockJoin(
            sides,
            query,
            spill,
            following.level.build.reader(following.partition)::next,
            () -> following.level.probe.reader(following.partition)::next);
    joining = blocks;
    if (blocks.readFirst()) {
      return;
    }
    if (following.canSplit()) {
      blocks.close();
      joining = null;
      split(following);
    } else {
      blocks.markProbe(following.level.probe.rowCount(following.partition));
    }
  }

  private boolean isNeeded(Task some) {
    boolean hasBuild = some.level.build.rowCount(some.partition) > 0;
    boolean hasProbe = some.level.probe.rowCount(some.partition) > 0;
    boolean needsProbe =
        sides.buildRest() == JoinSides.Rest.NONE || sides.buildRest() == JoinSides.Rest.MATCHED;
    return (hasBuild || !sides.isEmptyWithoutBuild()) && (hasProbe || !needsProbe);
  }

  /** Partitions a partition again. */
  private void split(Task large) {
    Level parts = new Level(large.level.number + 1);
    SpillPartitions build = large.level.build;
    SpillPartitions probe = large.level.probe;
    copy(build.reader(large.partition)::next, parts::addBuild);
    parts.finishBuild();
    copy(probe.reader(large.partition)::next, parts::addProbe);
    parts.finishProbe(build.rowCount(large.partition));
    large.delete();
  }

  private void copy(Supplier<@Nullable VectorBatch> from, Consumer<VectorBatch> into) {
    for (VectorBatch batch = from.get(); batch != null; batch = from.get()) {
      spill.cancellation().check();
      into.accept(batch);
    }
  }

  /** Returns the bytes written to temporary files. */
  public long spilledBytes() {
    return open.stream()
        .mapToLong(level -> level.build.spilledBytes() + level.probe.spilledBytes())
        .sum();
  }

  /** Frees the memory and deletes the files. Idempotent. */
  @Override
  public void close() {
    if (joining != null) {
      joining.close();
    }
    tasks.clear();
    closeLevels(0);
  }

  private void closeLevels(int index) {
    if (index == open.size()) {
      return;
    }
    try {
      open.get(index).close();
    } finally {
      closeLevels(index + 1);
    }
  }

  /** Both sides, partitioned by the same bits of the hash. */
  private final class Level implements AutoCloseable {
    private final int number;
    private final SpillPartitions build;
    private final SpillPartitions probe;
    private final RowPartitioner buildPartitioner;
    private final RowPartitioner probePartitioner;
    private final boolean[] needsBuild;
    private final boolean[] needsProbe;

    Level(int number) {
      this.number = number;
      int count = sides.isNullAware() ? 1 : RowPartitioner.PARTITIONS;
      this.needsBuild = new boolean[count];
      this.needsProbe = new boolean[count];
      Arrays.fill(needsBuild, true);
      this.buildPartitioner = new RowPartitioner(sides.buildEncoder(sides.allKeys()), number, true);
      this.probePartitioner =
          new RowPartitioner(
              sides.probeEncoder(sides.allKeys()), number, !sides.isEmptyWithoutBuild());
      this.build = new SpillPartitions(count, sides.buildTypes(), spill);
      this.probe = new SpillPartitions(count, sides.probeTypes(), spill);
      open.add(this);
    }

    void addBuild(VectorBatch batch) {
      VectorBatch needed = sides.neededOfBuild(batch);
      if (needed.rowCount() > 0) {
        build.append(needed, partitions(buildPartitioner, needed, needsBuild));
      }
    }

    void finishBuild() {
      build.finish();
      for (int i = 0; i < needsProbe.length; i++) {
        needsProbe[i] = build.rowCount(i) > 0 || !sides.isEmptyWithoutBuild();
      }
    }

    void addProbe(VectorBatch batch) {
      probe.append(batch, partitions(probePartitioner, batch, needsProbe));
    }

    private int[] partitions(RowPartitioner partitioner, VectorBatch batch, boolean[] isNeeded) {
      return isNeeded.length == 1
          ? new int[batch.rowCount()]
          : partitioner.partitions(batch, isNeeded);
    }

    /** Ends the probe side, and adds a task for each partition. */
    void finishProbe(long buildRowCount) {
      probe.finish();
      for (int i = needsProbe.length - 1; i >= 0; i--) {
        boolean isSkewed = build.rowCount(i) > buildRowCount - (buildRowCount >> 2);
        tasks.push(new Task(this, i, isSkewed));
      }
    }

    @Override
    public void close() {
      try {
        build.close();
      } finally {
        probe.close();
      }
    }
  }

  /**
   * Partition to join.
   *
   * @param isSkewed whether most rows of the partition that it is a part of are in it
   */
  private record Task(Level level, int partition, boolean isSkewed) {
    boolean canSplit() {
      return !isSkewed && level.needsProbe.length > 1 && level.number + 1 < RowPartitioner.LEVELS;
    }

    void delete() {
      level.build.delete(partition);
      level.probe.delete(partition);
    }
  }
}
