package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.call.ArrayConstructor;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Row counts of plans over one input, and of lists of rows. */
final class OperatorCardinality {
  /** Fraction of the rows that a limit of unknown size leaves, as PostgreSQL assumes. */
  private static final double LIMIT = 0.1;

  /** Elements of an array that is not known, as PostgreSQL assumes. */
  private static final double ARRAY_LENGTH = 10;

  /** Rows of a function whose arguments are not known, as PostgreSQL assumes. */
  private static final double FUNCTION_ROWS = 1000;

  private static final double TRUTH_VALUES = 2;

  private final InputEstimates estimator;

  OperatorCardinality(InputEstimates estimator) {
    this.estimator = requireNonNull(estimator, "estimator is null");
  }

  PlanStatistics of(LogicalOperator operator) {
    PlanStatistics input = estimator.statistics(operator.input());
    return switch (operator) {
      case LogicalOperator.Filter filter -> of(filter, input);
      case LogicalOperator.Project project -> of(project, input);
      case LogicalOperator.Sort _ -> input;
      case LogicalOperator.Limit limit -> of(limit, input);
      case LogicalOperator.Aggregate aggregate -> of(aggregate, input);
      case LogicalOperator.Window window -> of(window, input);
      case LogicalOperator.Unnest unnest -> of(unnest, input);
    };
  }

  static PlanStatistics ofRows(LogicalSource.Rows rows) {
    int count = rows.rows().size();
    return new PlanStatistics(
        count,
        variable -> {
          int position = rows.columns().indexOf(variable);
          if (position < 0) {
            return VariableStatistics.ONE_VALUE;
          }
          Set<Expression> values = new HashSet<>();
          int nulls = 0;
          for (List<Expression> row : rows.rows()) {
            Expression value = row.get(position);
            boolean isNull = value instanceof Literal literal && literal.value() == null;
            nulls += isNull ? 1 : 0;
            if (!isNull) {
              values.add(value);
            }
          }
          return new VariableStatistics(
              values.size(), count == 0 ? 0 : (double) nulls / count, null);
        });
  }

  private static PlanStatistics of(LogicalOperator.Filter filter, PlanStatistics input) {
    PredicateSelectivity selectivity = new PredicateSelectivity(input);
    double rows = input.rows() * selectivity.ofAll(filter.predicates());
    return new PlanStatistics(
        rows,
        variable -> {
          List<Expression> own = new ArrayList<>();
          Set<Variable> only = Set.of(variable);
          for (Expression predicate : filter.predicates()) {
            if (LogicalExpressions.variables(predicate).equals(only)) {
              own.add(predicate);
            }
          }
          VariableStatistics before = input.of(variable);
          if (own.isEmpty()) {
            return before.among(input.rows(), rows);
          }
          double fraction = selectivity.ofAll(own);
          double distinct = distinctCount(before, own, fraction);
          double kept = distinct / before.distinctCount();
          return new VariableStatistics(distinct, before.domainCount() * kept, 0, before.column())
              .among(input.rows() * fraction, rows);
        });
  }

  /** Returns the number of values of a variable that satisfy predicates on it. */
  private static double distinctCount(
      VariableStatistics before, List<Expression> predicates, double fraction) {
    double distinct = Math.max(1, before.distinctCount() * fraction);
    for (Expression predicate : predicates) {
      ComparedVariable compared = ComparedVariable.of(predicate);
      if (compared != null && compared.isEquality()) {
        return 1;
      }
      if (predicate instanceof InList list && !list.isNegated()) {
        distinct = Math.min(list.items().size(), before.distinctCount());
      }
    }
    return distinct;
  }

  private static PlanStatistics of(LogicalOperator.Project project, PlanStatistics input) {
    PredicateSelectivity expressions = new PredicateSelectivity(input);
    return new PlanStatistics(
        input.rows(),
        variable -> {
          for (var assignment : project.assignments()) {
            if (assignment.variable().equals(variable)) {
              return ofExpression(assignment.expression(), input, expressions);
            }
          }
          return VariableStatistics.ONE_VALUE;
        });
  }

  private static VariableStatistics ofExpression(
      Expression expression, PlanStatistics input, PredicateSelectivity expressions) {
    Variable variable = ComparedVariable.unwrapped(expression);
    if (variable != null) {
      VariableStatistics found = input.of(variable);
      return variable.type().kind() == expression.type().kind()
          ? found
          : new VariableStatistics(found.distinctCount(), found.nullFraction(), null);
    }
    double distinct =
        expression.isVolatile() ? input.rows() : expressions.distinctCount(expression);
    double most = expression.type().kind() == TypeKind.BOOLEAN ? TRUTH_VALUES : distinct;
    return new VariableStatistics(Math.min(distinct, most), 0, null);
  }

  private static PlanStatistics of(LogicalOperator.Limit limit, PlanStatistics input) {
    double skipped = number(limit.offset(), 0, input.rows() * LIMIT);
    double rows = Math.max(0, input.rows() - skipped);
    double least = limit.count() == null ? rows : Math.max(1, input.rows() * LIMIT);
    double count = Math.min(rows, number(limit.count(), rows, least));
    return new PlanStatistics(count, variable -> input.of(variable).among(input.rows(), count));
  }

  /** Returns the number that an expression is; another if it is absent or not known. */
  private static double number(@Nullable Expression expression, double absent, double unknown) {
    if (expression == null) {
      return absent;
    }
    if (expression instanceof Literal literal) {
      return literal.value() instanceof Number number ? Math.max(0, number.doubleValue()) : absent;
    }
    return unknown;
  }

  private PlanStatistics of(LogicalOperator.Aggregate aggregate, PlanStatistics input) {
    double rows = 0;
    for (List<Integer> set : aggregate.groupingSets()) {
      List<Variable> keys =
          set.stream().map(position -> aggregate.keys().get(position).input()).toList();
      rows += keys.isEmpty() ? 1 : estimator.distinctCount(aggregate.input(), keys);
    }
    double groups = rows;
    return new PlanStatistics(
        groups,
        variable -> {
          for (LogicalOperator.GroupKey key : aggregate.keys()) {
            if (key.output().equals(variable)) {
              return input.of(key.input());
            }
          }
          return new VariableStatistics(groups, 0, null);
        });
  }

  private static PlanStatistics of(LogicalOperator.Window window, PlanStatistics input) {
    Set<Variable> results = new HashSet<>();
    window.functions().forEach(function -> results.add(function.output()));
    return new PlanStatistics(
        input.rows(),
        variable ->
            results.contains(variable)
                ? new VariableStatistics(input.rows(), 0, null)
                : input.of(variable));
  }

  private static PlanStatistics of(LogicalOperator.Unnest unnest, PlanStatistics input) {
    double each = 0;
    Set<Variable> added = new HashSet<>();
    for (LogicalOperator.SetFunction function : unnest.functions()) {
      each = Math.max(each, length(function.call()));
      added.addAll(function.columns());
    }
    if (unnest.ordinality() != null) {
      added.add(unnest.ordinality());
    }
    double perRow = each;
    double rows = input.rows() * perRow;
    return new PlanStatistics(
        rows,
        variable ->
            added.contains(variable)
                ? new VariableStatistics(Math.max(1, perRow), 0, null)
                : input.of(variable));
  }

  /** Returns the number of elements of a list. */
  private static double length(Expression call) {
    if (call instanceof Literal literal) {
      return literal.value() instanceof List<?> list ? list.size() : 0;
    }
    if (call instanceof ArrayConstructor array) {
      return array.operands().size();
    }
    boolean isSeries =
        call instanceof FunctionCall function
            && function.function().methodName().toLowerCase(Locale.ROOT).contains("series");
    return isSeries ? seriesLength(call.operands()) : arrayLength(call);
  }

  private static double arrayLength(Expression call) {
    return LogicalExpressions.variables(call).isEmpty() ? FUNCTION_ROWS : ARRAY_LENGTH;
  }

  private static double seriesLength(List<Expression> bounds) {
    if (bounds.size() < 2
        || !(bounds.get(0) instanceof Literal first && first.value() instanceof Number start)
        || !(bounds.get(1) instanceof Literal last && last.value() instanceof Number end)) {
      return FUNCTION_ROWS;
    }
    double step =
        bounds.size() > 2
                && bounds.get(2) instanceof Literal third
                && third.value() instanceof Number number
                && number.doubleValue() != 0
            ? number.doubleValue()
            : 1;
    return Math.max(0, Math.floor((end.doubleValue() - start.doubleValue()) / step) + 1);
  }
}
