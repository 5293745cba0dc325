package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.execute.join.hash.JoinPass;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.join.hash.PartitionedJoin;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hash join operator. The build side is read first, into a hash table; the rows of the probe side
 * search it as they come. If the build side does not fit in memory, both sides are partitioned into
 * temporary files.
 */
public final class HashJoinOperator extends Operator {
  private final BuildSide build;
  private final Operator probe;

  /** False if other operators probe the same table. */
  private final boolean ownsBuild;

  private @Nullable JoinPass pass;
  private @Nullable PartitionedJoin partitions;

  /** Creates an operator without filters. */
  public HashJoinOperator(
      QueryContext query, JoinShape shape, boolean buildsLeft, Operator left, Operator right) {
    this(query, shape, buildsLeft, left, right, List.of());
  }

  /**
   * Creates the operator.
   *
   * @param buildsLeft whether the left input is the build side
   * @param filters of columns of the build side, to which it publishes their values
   */
  public HashJoinOperator(
      QueryContext query,
      JoinShape shape,
      boolean buildsLeft,
      Operator left,
      Operator right,
      List<ColumnFilter> filters) {
    super(query, left, right);
    this.build = new BuildSide(shape, buildsLeft, buildsLeft ? left : right, filters, memory());
    this.probe = buildsLeft ? right : left;
    this.ownsBuild = true;
  }

  /** Creates an operator that probes a build side, which the caller closes. */
  public HashJoinOperator(QueryContext query, BuildSide build, Operator probe) {
    super(query, probe);
    this.build = requireNonNull(build, "build is null");
    this.probe = requireNonNull(probe, "probe is null");
    this.ownsBuild = false;
  }

  @Override
  protected void open() {
    build.read();
    if (!build.isComplete()) {
      partition();
    } else if (!build.isJoinEmpty()) {
      pass = new JoinPass(build.sides(), build.table(), probe::next, query());
    }
  }

  private void partition() {
    PartitionedJoin parts = new PartitionedJoin(build.sides(), query(), spillContext());
    partitions = parts;
    build.moveTo(parts);
    for (VectorBatch each = probe.next(); each != null; each = probe.next()) {
      parts.addProbe(each);
    }
    build.close();
    parts.finishProbe();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (partitions != null) {
      return partitions.next();
    }
    return pass == null ? null : pass.next();
  }

  @Override
  protected void release() {
    pass = null;
    try {
      if (partitions != null) {
        recordSpill(partitions.spilledBytes());
        partitions.close();
        partitions = null;
      }
    } finally {
      if (ownsBuild) {
        build.close();
      }
    }
  }
}
