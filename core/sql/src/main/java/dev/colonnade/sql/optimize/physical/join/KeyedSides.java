package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.physical.JoinPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inputs of a join with its keys as columns.
 *
 * @param condition over pairs with equal keys; null for none
 */
record KeyedSides(
    JoinKeys left, JoinKeys right, List<JoinPlan.Key> keys, @Nullable Expression condition) {
  KeyedSides(
      JoinKeys left, JoinKeys right, List<JoinPlan.Key> keys, @Nullable Expression condition) {
    this.left = left;
    this.right = right;
    this.keys = List.copyOf(keys);
    this.condition = condition;
  }

  /** Returns the inputs with the values of the keys among their columns. */
  static KeyedSides of(
      PlannedRows leftRows,
      PlannedRows rightRows,
      JoinConditions conditions,
      Translation translation) {
    List<Expression> ofLeft = new ArrayList<>();
    List<Expression> ofRight = new ArrayList<>();
    for (JoinConditions.Equality key : conditions.keys()) {
      ofLeft.add(key.left());
      ofRight.add(key.right());
    }
    Variables variables = translation.context().variables();
    JoinKeys left = JoinKeys.of(leftRows, ofLeft, translation.expressions(), variables);
    JoinKeys right = JoinKeys.of(rightRows, ofRight, translation.expressions(), variables);
    List<JoinPlan.Key> keys = new ArrayList<>();
    for (int i = 0; i < conditions.keys().size(); i++) {
      keys.add(
          new JoinPlan.Key(
              left.positions().get(i),
              right.positions().get(i),
              conditions.keys().get(i).nullsEqual()));
    }
    Expression condition =
        translation
            .expressions()
            .conjunction(conditions.others(), InputColumns.ofPairs(left.rows(), right.rows()));
    return new KeyedSides(left, right, keys, condition);
  }
}
