package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.physical.expression.ExpressionTranslator;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import java.util.ArrayList;
import java.util.List;

/**
 * Input of a join with its keys as columns.
 *
 * @param positions of the keys
 */
record JoinKeys(PlannedRows rows, List<Integer> positions) {
  JoinKeys {
    positions = List.copyOf(positions);
  }

  /** Returns rows with the values of expressions over them among their columns. */
  static JoinKeys of(
      PlannedRows rows,
      List<Expression> keys,
      ExpressionTranslator expressions,
      Variables variables) {
    List<Expression> computed = new ArrayList<>();
    List<Variable> names = new ArrayList<>();
    List<Integer> positions = new ArrayList<>(keys.size());
    int width = rows.columns().size();
    for (Expression key : keys) {
      Expression translated = expressions.translate(key, InputColumns.of(rows));
      if (translated instanceof ColumnReference column) {
        positions.add(column.index());
      } else {
        positions.add(width + computed.size());
        computed.add(translated);
        names.add(variables.create(translated.type(), "join key"));
      }
    }
    return new JoinKeys(Projections.extended(rows, computed, names), positions);
  }
}
