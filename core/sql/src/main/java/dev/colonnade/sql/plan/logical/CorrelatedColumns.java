package dev.colonnade.sql.plan.logical;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Records on every correlation the columns of its left side that its right side uses. Calcite,
 * where it removes only a part of a correlation, forgets columns that are still used; the field
 * trimmer relies on the record.
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
