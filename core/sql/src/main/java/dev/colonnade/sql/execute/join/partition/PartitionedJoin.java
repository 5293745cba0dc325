package dev.colonnade.sql.execute.join.partition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.join.hash.ProbeEnd;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Grace hash join: both sides are written to partitions by the hash of their keys, and partitions
 * of the same hash are joined. A partition whose build side is still too large is partitioned again
 * by other bits; if that cannot help, because most of its rows have one key, it is joined in
 * blocks.
 *
 * <p>One thread adds the build side. After that each thread that reads the probe side has a {@link
 * PartitionProbe}; when all of them have read their rows, they join the partitions, each the next
 * one.
 */
public final class PartitionedJoin implements AutoCloseable {
  private final JoinSides sides;
  private final PartitionLevel first;
  private final ProbeEnd end;
  private final BlockingDeque<PartitionTask> tasks = new LinkedBlockingDeque<>();

  /**
   * Creates a join without rows.
   *
   * @param end of the probe side
   * @param spill with the account of the build side
   */
  public PartitionedJoin(JoinSides sides, ProbeEnd end, SpillContext spill) {
    this.sides = requireNonNull(sides, "sides is null");
    this.end = requireNonNull(end, "end is null");
    this.first = new PartitionLevel(sides, 0, spill);
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
    first.readBuild(into);
  }

  JoinSides sides() {
    return sides;
  }

  ProbeEnd end() {
    return end;
  }

  PartitionLevel first() {
    return first;
  }

  /**
   * Adds a task for each partition of a level, before those that wait. Thread-safe.
   *
   * @param buildRowCount number of rows of the partition that the level is made of
   */
  void addTasks(PartitionLevel level, long buildRowCount) {
    for (int i = level.partitionCount() - 1; i >= 0; i--) {
      tasks.addFirst(new PartitionTask(level, i, level.isSkewed(i, buildRowCount)));
    }
  }

  /** Returns the next task; null if none waits. Thread-safe. */
  @Nullable PartitionTask nextTask() {
    return tasks.poll();
  }

  /** Returns the bytes of the build side that were written to temporary files. */
  public long buildSpilledBytes() {
    return first.buildSpilledBytes();
  }

  /** Frees the build side, when no thread uses the join. Idempotent. */
  @Override
  public void close() {
    tasks.clear();
    first.close();
  }
}
