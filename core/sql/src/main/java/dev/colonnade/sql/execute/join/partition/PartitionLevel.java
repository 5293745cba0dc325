package dev.colonnade.sql.execute.join.partition;

import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.execute.spill.SpillReader;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Both sides of a join, partitioned by the same bits of the hash of their keys. One thread adds the
 * build side; after that several may add rows of the probe side, each to partitions of its own; and
 * when they have ended, each partition is read by one thread.
 */
final class PartitionLevel implements AutoCloseable {
  private final JoinSides sides;
  private final int number;
  private final SpillPartitions build;
  private final RowPartitioner buildPartitioner;
  private final boolean[] needsBuild;
  private final boolean[] needsProbe;
  private final List<ProbePartitions> probes = new CopyOnWriteArrayList<>();

  /**
   * Creates a level without rows. NOT IN has one partition, because a row with a NULL may match
   * rows of every hash.
   *
   * @param number of levels above it
   */
  PartitionLevel(JoinSides sides, int number, SpillContext spill) {
    this.sides = sides;
    this.number = number;
    int count = sides.isNullAware() ? 1 : RowPartitioner.PARTITIONS;
    this.needsBuild = new boolean[count];
    this.needsProbe = new boolean[count];
    Arrays.fill(needsBuild, true);
    this.buildPartitioner = new RowPartitioner(sides.buildEncoder(sides.allKeys()), number, true);
    this.build = new SpillPartitions(count, sides.buildTypes(), spill);
  }

  void addBuild(VectorBatch batch) {
    VectorBatch needed = sides.neededOfBuild(batch);
    if (needed.rowCount() > 0) {
      build.append(needed, buildPartitioner.partitions(needed, needsBuild));
    }
  }

  void finishBuild() {
    build.finish();
    for (int i = 0; i < needsProbe.length; i++) {
      needsProbe[i] = build.rowCount(i) > 0 || !sides.isEmptyWithoutBuild();
    }
  }

  /** Reads all rows of the build side, which has ended. */
  void readBuild(Consumer<VectorBatch> into) {
    for (int i = 0; i < partitionCount(); i++) {
      SpillReader reader = build.reader(i);
      for (VectorBatch batch = reader.next(); batch != null; batch = reader.next()) {
        into.accept(batch);
      }
      build.release(i);
    }
  }

  /** Returns new partitions for rows of the probe side, which the caller closes. */
  ProbePartitions newProbe(SpillContext spill) {
    ProbePartitions rows = new ProbePartitions(sides, number, needsProbe, spill);
    probes.add(rows);
    return rows;
  }

  /** Returns whether a partition has most of so many rows of the build side. */
  boolean isSkewed(int partition, long rowCount) {
    return build.rowCount(partition) > rowCount - (rowCount >> 2);
  }

  int number() {
    return number;
  }

  int partitionCount() {
    return needsProbe.length;
  }

  long buildRowCount(int partition) {
    return build.rowCount(partition);
  }

  long probeRowCount(int partition) {
    return probes.stream().mapToLong(rows -> rows.rows().rowCount(partition)).sum();
  }

  Supplier<@Nullable VectorBatch> buildReader(int partition) {
    return build.reader(partition)::next;
  }

  /** Returns a reader of the rows of all threads, always in the same order. */
  Supplier<@Nullable VectorBatch> probeReader(int partition) {
    List<SpillReader> readers = probes.stream().map(rows -> rows.rows().reader(partition)).toList();
    return new Supplier<>() {
      private int at;

      @Override
      public @Nullable VectorBatch get() {
        while (at < readers.size()) {
          VectorBatch batch = readers.get(at).next();
          if (batch != null) {
            return batch;
          }
          at++;
        }
        return null;
      }
    };
  }

  /** Deletes the files of a partition. */
  void delete(int partition) {
    build.delete(partition);
    probes.forEach(rows -> rows.rows().delete(partition));
  }

  /** Returns the bytes of the build side that were written to temporary files. */
  long buildSpilledBytes() {
    return build.spilledBytes();
  }

  /** Frees the build side. Idempotent. */
  @Override
  public void close() {
    build.close();
  }
}
