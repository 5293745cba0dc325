package dev.colonnade.sql.execute.join;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.hash.HashBuild;
import dev.colonnade.sql.execute.join.hash.JoinPass;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.join.hash.PartitionedJoin;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Hash join operator. The build side is read first, into a hash table; the rows of the probe side
 * search it as they come. If the build side does not fit in memory, both sides are partitioned into
 * temporary files.
 */
public final class HashJoinOperator extends Operator {
  private final JoinSides sides;
  private final Operator probe;
  private final Operator build;
  private @Nullable HashBuild built;
  private @Nullable JoinPass pass;
  private @Nullable PartitionedJoin partitions;

  /**
   * Creates the operator.
   *
   * @param buildsLeft whether the left input is the build side
   */
  public HashJoinOperator(
      QueryContext query, JoinShape shape, boolean buildsLeft, Operator left, Operator right) {
    super(query, left, right);
    this.sides = new JoinSides(shape, buildsLeft);
    this.probe = buildsLeft ? right : left;
    this.build = buildsLeft ? left : right;
  }

  @Override
  protected void open() {
    HashBuild table = new HashBuild(sides, memory());
    built = table;
    for (VectorBatch batch = build.next(); batch != null; batch = build.next()) {
      if (!table.tryAdd(batch)) {
        partition(table, batch);
        break;
      }
    }
    build.close();
    if (partitions == null) {
      table.finish();
      pass = isEmpty(table) ? null : new JoinPass(sides, table, probe::next, query());
    }
  }

  /** Returns whether no row of the probe side can change that there are no rows. */
  private boolean isEmpty(HashBuild table) {
    return table.rowCount() == 0
        ? sides.isEmptyWithoutBuild()
        : sides.probeRest() == JoinSides.Rest.UNMATCHED && table.matchesEveryRow();
  }

  /** Writes the rows so far, a batch, and the rest of both sides to partitions. */
  private void partition(HashBuild table, VectorBatch batch) {
    PartitionedJoin parts = new PartitionedJoin(sides, query(), spillContext());
    partitions = parts;
    VectorBatch rows = table.rows();
    for (int from = 0; from < rows.rowCount(); from += VectorBatch.ROWS) {
      parts.addBuild(rows.slice(from, Math.min(from + VectorBatch.ROWS, rows.rowCount())));
    }
    table.close();
    built = null;
    for (VectorBatch each = batch; each != null; each = build.next()) {
      parts.addBuild(each);
    }
    parts.finishBuild();
    for (VectorBatch each = probe.next(); each != null; each = probe.next()) {
      parts.addProbe(each);
    }
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
      if (built != null) {
        built.close();
        built = null;
      }
    }
  }
}
