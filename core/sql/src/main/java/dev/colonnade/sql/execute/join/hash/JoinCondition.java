package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.VectorBatch;

/**
 * Condition of pairs.
 *
 * @param unknownMatches whether a pair matches whose condition is unknown, as in NOT IN
 */
public record JoinCondition(Expression expression, boolean unknownMatches) {
  /** Writes the rows of pairs that match to {@code into}; returns their number. */
  public int select(VectorBatch pairs, Evaluation evaluation, int[] into) {
    BooleanVector truth = (BooleanVector) expression.evaluate(pairs, evaluation);
    if (!unknownMatches) {
      return truth.select(pairs.rowCount(), into);
    }
    int selected = 0;
    for (int row = 0; row < pairs.rowCount(); row++) {
      if (truth.isNull(row) || truth.values()[row]) {
        into[selected++] = row;
      }
    }
    return selected;
  }
}
