package dev.colonnade.sql.plan.logical;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Tells every correlation what its right side takes of its left. Calcite, where it undoes only a
 * part of a correlation, forgets columns that are still taken; the trimmer of fields believes what
 * is told.
 */
final class CorrelatedColumns extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    if (!(visited instanceof Correlate correlate)) {
      return visited;
    }
    ImmutableBitSet taken =
        RelOptUtil.correlationColumns(correlate.getCorrelationId(), correlate.getRight());
    return taken.equals(correlate.getRequiredColumns())
        ? correlate
        : correlate.copy(
            correlate.getTraitSet(),
            correlate.getLeft(),
            correlate.getRight(),
            correlate.getCorrelationId(),
            taken,
            correlate.getJoinType());
  }
}
