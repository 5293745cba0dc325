package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.execute.join.hash.JoinProbe;
import dev.colonnade.sql.execute.join.hash.JoinShape;
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

  private @Nullable JoinProbe joined;

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
    this.build =
        new BuildSide(shape, buildsLeft, buildsLeft ? left : right, filters, spillContext());
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
    recordPeakMemory(build.memoryPeak());
    if (!build.isJoinEmpty()) {
      joined = build.newProbe(probe::next, query(), spillContext());
    }
  }

  @Override
  protected @Nullable VectorBatch produce() {
    return joined == null ? null : joined.next();
  }

  @Override
  protected void release() {
    JoinProbe present = joined;
    joined = null;
    try {
      if (present != null) {
        recordSpill(build.takeSpilledBytes() + present.spilledBytes());
        present.close();
      }
    } finally {
      if (ownsBuild) {
        build.close();
      }
    }
  }
}
