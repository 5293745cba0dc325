package dev.colonnade.sql.optimize.physical.change;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.registry.type.SqlTypes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Planner of the queries for the rows in conflict with those of an INSERT. A query for many rows is
 * used from the number of rows on from which it costs less than a query for each. One thread.
 */
final class ConflictQueryPlanner {
  private final Translation translation;
  private final LogicalChange.Insert insert;
  private final BiFunction<LogicalPlan, List<SqlType>, StatementPart> parts;

  /**
   * Creates the planner.
   *
   * @param parts returns the part of a plan with the types of its parameters
   */
  ConflictQueryPlanner(
      Translation translation,
      LogicalChange.Insert insert,
      BiFunction<LogicalPlan, List<SqlType>, StatementPart> parts) {
    this.translation = requireNonNull(translation, "translation is null");
    this.insert = requireNonNull(insert, "insert is null");
    this.parts = requireNonNull(parts, "parts is null");
  }

  ConflictPlan.Query plan(LogicalChange.ConflictQuery query) {
    StatementPart one = parts.apply(query.one().plan(), query.one().parameterTypes());
    LogicalChange.ConflictBatch many = query.many();
    return new ConflictPlan.Query(one, many == null ? null : batch(one, many));
  }

  private ConflictPlan.@Nullable Batch batch(StatementPart one, LogicalChange.ConflictBatch many) {
    if (insert.source().columns().isEmpty()) {
      return null;
    }
    translation.estimator().define(many.proposed().name(), proposed(many));
    double rowCount = translation.estimator().rows(many.proposed());
    if (rowCount < ConflictPlan.Batch.ROW_COUNT_LEAST) {
      return null;
    }
    StatementPart rows =
        parts.apply(many.plan(), SqlTypes.of(translation.context().parameterTypes()));
    double ofOne = one.plan().estimate().totalCost();
    double ofMany = rows.plan().estimate().totalCost();
    if (ofMany >= rowCount * ofOne) {
      return null;
    }
    int least = (int) Math.ceil(ofMany / ofOne);
    return new ConflictPlan.Batch(
        many.proposed().name(),
        many.types(),
        rows,
        Math.max(ConflictPlan.Batch.ROW_COUNT_LEAST, least));
  }

  /** Returns a plan with the statistics of the rows that one execution of a query has. */
  private LogicalPlan proposed(LogicalChange.ConflictBatch many) {
    VectorType bigint = VectorType.of(TypeKind.BIGINT);
    LogicalPlan limited =
        new LogicalOperator.Limit(
            insert.source(),
            null,
            new Literal(bigint, (long) ConflictPlan.Batch.ROW_COUNT_MAX),
            List.of());
    List<Variable> source = insert.source().columns();
    List<Assignment> assignments = new ArrayList<>();
    for (int i = 0; i < many.proposed().columns().size(); i++) {
      int target = i == 0 || i > many.columns().size() ? -1 : target(many.columns().get(i - 1));
      // Other values are taken for as different as those of the first column.
      Variable value = source.get(Math.max(0, target));
      assignments.add(new Assignment(many.proposed().columns().get(i), value));
    }
    return new LogicalOperator.Project(limited, assignments);
  }

  /** Returns the position of a column among those that get values; -1 if it is not among them. */
  private int target(Column column) {
    List<Column> targets = insert.targets();
    for (int i = 0; i < targets.size(); i++) {
      if (targets.get(i).id() == column.id()) {
        return i;
      }
    }
    return -1;
  }
}
