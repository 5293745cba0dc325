package dev.colonnade.sql.optimize.physical.expression;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.subquery.ArraySubquery;
import dev.colonnade.sql.expression.subquery.ExistsSubquery;
import dev.colonnade.sql.expression.subquery.ProjectedSubquery;
import dev.colonnade.sql.expression.subquery.ScalarSubquery;
import dev.colonnade.sql.expression.subquery.SubqueryCall;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlanInputs;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.optimize.unnest.ExistentialInput;
import dev.colonnade.sql.physical.SubqueryPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Translator of subqueries into expressions that execute a plan. One thread. */
final class SubqueryTranslator {
  private static final Expression ONE_ROW = new Literal(VectorType.of(TypeKind.BIGINT), 1L);
  private final OuterScopes scopes;
  private final PlanInputs inputs;
  private final ExpressionBuilder builder;
  private int count;

  SubqueryTranslator(OuterScopes scopes, PlanInputs inputs, ExpressionBuilder builder) {
    this.scopes = scopes;
    this.inputs = inputs;
    this.builder = builder;
  }

  /** Returns the variables of enclosing rows that a subquery reads. */
  List<Variable> outerVariables(LogicalSubquery subquery) {
    return List.copyOf(LogicalExpressions.freeVariables(subquery.plan()));
  }

  /**
   * Returns the expression of a subquery.
   *
   * @param compared values on the left side of a comparison
   * @param outer variables of enclosing rows that the subquery reads
   * @param values one for each of them
   * @param names of the columns of the input
   */
  Expression translate(
      LogicalSubquery subquery,
      List<Expression> compared,
      List<Variable> outer,
      List<Expression> values,
      List<String> names) {
    int id = scopes.nextId();
    Map<Variable, OuterReference> visible = new HashMap<>();
    for (int i = 0; i < outer.size(); i++) {
      Expression value = values.get(i);
      visible.put(outer.get(i), new OuterReference(value.type(), id, i, value.sql(names)));
    }
    SubqueryPlan plan = plan(subquery, visible);
    SubqueryCall call = new SubqueryCall(plan, id, hasVolatile(subquery.plan()));
    if (outer.isEmpty()) {
      return expression(subquery, compared, call);
    }
    List<Expression> columns = new ArrayList<>(values);
    columns.addAll(compared);
    List<Expression> left = new ArrayList<>(compared.size());
    for (int i = 0; i < compared.size(); i++) {
      left.add(new ColumnReference(compared.get(i).type(), outer.size() + i));
    }
    return new ProjectedSubquery(columns, expression(subquery, left, call));
  }

  private SubqueryPlan plan(LogicalSubquery subquery, Map<Variable, OuterReference> visible) {
    OuterScopes.Before before = scopes.enter(visible);
    PlannedRows rows;
    if (subquery instanceof LogicalSubquery.Exists) {
      LogicalPlan tested = ExistentialInput.ofExists(subquery.plan());
      rows = inputs.plan(tested, Goal.ALL.readingOnly(List.of()).withLimit(ONE_ROW));
    } else {
      List<Variable> columns = subquery.plan().columns();
      rows =
          Projections.arranged(
              inputs.plan(subquery.plan(), Goal.ALL.readingOnly(columns)), columns);
    }
    scopes.leave(before);
    return new SubqueryPlan("SubPlan " + ++count, rows.plan(), !visible.isEmpty());
  }

  private Expression expression(
      LogicalSubquery subquery, List<Expression> left, SubqueryCall call) {
    return switch (subquery) {
      case LogicalSubquery.Scalar _ -> builder.fold(new ScalarSubquery(call));
      case LogicalSubquery.Exists _ -> builder.fold(new ExistsSubquery(call));
      case LogicalSubquery.ArrayOf _ -> builder.fold(new ArraySubquery(call));
      case LogicalSubquery.Quantified quantified ->
          builder.quantified(quantified.operator(), quantified.isAll(), left, call);
    };
  }

  private static boolean hasVolatile(LogicalPlan plan) {
    for (Expression expression : plan.expressions()) {
      if (hasVolatile(expression)) {
        return true;
      }
    }
    for (LogicalPlan input : plan.inputs()) {
      if (hasVolatile(input)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasVolatile(Expression expression) {
    if (expression.isVolatile()
        || (expression instanceof LogicalSubquery subquery && hasVolatile(subquery.plan()))) {
      return true;
    }
    for (Expression operand : expression.operands()) {
      if (hasVolatile(operand)) {
        return true;
      }
    }
    return false;
  }
}
