package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalChange.Part;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.registry.type.SqlTypes;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Placement of the values of ON CONFLICT DO UPDATE behind the parameters of the statement. */
public final class ConflictParameters {
  private ConflictParameters() {}

  /**
   * Returns a statement whose parts have their final parameters.
   *
   * @param types of all parameters of the statement
   */
  public static LogicalPlan placed(LogicalPlan plan, List<TypeReference> types) {
    LogicalPlan changed = LogicalExpressions.rewriteInputs(plan, input -> placed(input, types));
    if (!(changed instanceof LogicalChange.Insert insert)) {
      return changed;
    }
    LogicalChange.Conflict conflict = insert.conflict();
    LogicalChange.ConflictUpdate update = conflict == null ? null : conflict.update();
    if (conflict == null || update == null) {
      return changed;
    }
    Part rows = update.rows().one();
    List<SqlType> all = new ArrayList<>(SqlTypes.of(types));
    all.addAll(rows.parameterTypes());
    Part other =
        new Part(
            LogicalExpressions.rewriteExpressions(rows.plan(), part -> placed(part, types.size())),
            all);
    return new LogicalChange.Insert(
        insert.source(),
        insert.table(),
        insert.targets(),
        insert.allocated(),
        insert.checks(),
        new LogicalChange.Conflict(
            conflict.arbiters(),
            update.withRows(new LogicalChange.ConflictQuery(other, update.rows().many()))));
  }

  private static @Nullable Expression placed(Expression expression, int count) {
    return expression instanceof Parameter parameter
            && parameter.index() >= ConflictAnalyzer.FIRST_VALUE
        ? new Parameter(parameter.type(), parameter.index() - ConflictAnalyzer.FIRST_VALUE + count)
        : null;
  }
}
