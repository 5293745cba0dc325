package dev.colonnade.sql.optimize;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.arithmetic.LongArithmetic;
import dev.colonnade.sql.expression.arithmetic.LongDivision;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.DistinctComparison;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.expression.logic.CoalesceExpression;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.LogicalSubquery.ArrayOf;
import dev.colonnade.sql.logical.LogicalSubquery.Exists;
import dev.colonnade.sql.logical.LogicalSubquery.Quantified;
import dev.colonnade.sql.logical.LogicalSubquery.Scalar;
import dev.colonnade.sql.logical.Variable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Row-at-a-time interpreter of the expressions of random plans: BIGINT and BOOLEAN values. */
final class ExpressionInterpreter {
  private final BiFunction<
          LogicalPlan, Map<Variable, @Nullable Object>, List<Map<Variable, @Nullable Object>>>
      plans;

  /**
   * Creates an interpreter.
   *
   * @param plans rows of a plan for the values of outer variables
   */
  ExpressionInterpreter(
      BiFunction<
              LogicalPlan, Map<Variable, @Nullable Object>, List<Map<Variable, @Nullable Object>>>
          plans) {
    this.plans = plans;
  }

  @Nullable Object value(Expression expression, Map<Variable, @Nullable Object> row) {
    return switch (expression) {
      case Variable variable -> {
        if (!row.containsKey(variable)) {
          throw new IllegalStateException("variable is not defined: " + variable);
        }
        yield row.get(variable);
      }
      case Literal literal -> literal.value();
      case Comparison comparison ->
          compare(
              comparison.operator(), value(comparison.left(), row), value(comparison.right(), row));
      case DistinctComparison distinct ->
          Objects.equals(value(distinct.left(), row), value(distinct.right(), row))
              == distinct.isNot();
      case LogicExpression logic -> logic(logic, row);
      case NullTest test -> (value(test.value(), row) == null) != test.isNot();
      case TruthTest test -> test(test, value(test.value(), row));
      case CoalesceExpression coalesce -> coalesce(coalesce, row);
      case CaseExpression branches -> branch(branches, row);
      case LongArithmetic sum -> sum(sum, row);
      case LongDivision division -> divide(division, row);
      case LogicalSubquery subquery -> subquery(subquery, row);
      default -> throw new IllegalStateException("not interpreted: " + expression.getClass());
    };
  }

  private static @Nullable Object compare(
      ComparisonOperator operator, @Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return null;
    }
    int order =
        left instanceof Long a
            ? a.compareTo((Long) right)
            : ((Boolean) left).compareTo((Boolean) right);
    return operator.holds(order);
  }

  private @Nullable Object logic(LogicExpression logic, Map<Variable, @Nullable Object> row) {
    boolean hasNull = false;
    for (Expression operand : logic.operands()) {
      Object value = value(operand, row);
      if (value == null) {
        hasNull = true;
      } else if ((Boolean) value != logic.isAnd()) {
        return value;
      }
    }
    return hasNull ? null : (Object) logic.isAnd();
  }

  private static @Nullable Object test(TruthTest test, @Nullable Object value) {
    return switch (test.test()) {
      case NOT -> value == null ? null : (Object) !((Boolean) value);
      case IS_TRUE -> Boolean.TRUE.equals(value);
      case IS_NOT_TRUE -> !Boolean.TRUE.equals(value);
      case IS_FALSE -> Boolean.FALSE.equals(value);
      case IS_NOT_FALSE -> !Boolean.FALSE.equals(value);
      case IS_UNKNOWN -> value == null;
      case IS_NOT_UNKNOWN -> value != null;
    };
  }

  private @Nullable Object coalesce(
      CoalesceExpression coalesce, Map<Variable, @Nullable Object> row) {
    for (Expression operand : coalesce.operands()) {
      Object value = value(operand, row);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  private @Nullable Object branch(CaseExpression branches, Map<Variable, @Nullable Object> row) {
    for (int i = 0; i < branches.conditions().size(); i++) {
      if (Boolean.TRUE.equals(value(branches.conditions().get(i), row))) {
        return value(branches.results().get(i), row);
      }
    }
    return value(branches.results().getLast(), row);
  }

  private @Nullable Object sum(LongArithmetic sum, Map<Variable, @Nullable Object> row) {
    Object left = value(sum.left(), row);
    Object right = value(sum.right(), row);
    return left == null || right == null ? null : (Object) ((Long) left + (Long) right);
  }

  private @Nullable Object divide(LongDivision division, Map<Variable, @Nullable Object> row) {
    Object left = value(division.left(), row);
    Object right = value(division.right(), row);
    if (left == null || right == null) {
      return null;
    }
    if ((Long) right == 0) {
      throw new ColonnadeException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    }
    return (Long) left / (Long) right;
  }

  private @Nullable Object subquery(LogicalSubquery subquery, Map<Variable, @Nullable Object> row) {
    List<Map<Variable, @Nullable Object>> rows = plans.apply(subquery.plan(), row);
    return switch (subquery) {
      case Exists _ -> !rows.isEmpty();
      case Scalar scalar -> {
        if (rows.size() > 1) {
          throw new ColonnadeException(ErrorCode.CARDINALITY_VIOLATION, "more than one row");
        }
        yield rows.isEmpty() ? null : rows.getFirst().get(scalar.plan().columns().getFirst());
      }
      case Quantified quantified -> quantified(quantified, rows, row);
      case ArrayOf _ -> throw new IllegalStateException("array");
    };
  }

  private @Nullable Object quantified(
      Quantified quantified,
      List<Map<Variable, @Nullable Object>> rows,
      Map<Variable, @Nullable Object> outer) {
    boolean hasNull = false;
    for (Map<Variable, @Nullable Object> row : rows) {
      Boolean all = true;
      for (int i = 0; i < quantified.left().size(); i++) {
        Object left = value(quantified.left().get(i), outer);
        Object right = row.get(quantified.plan().columns().get(i));
        boolean isNotEqual = quantified.operator() == ComparisonOperator.NOT_EQUAL;
        Object one =
            compare(isNotEqual ? ComparisonOperator.EQUAL : quantified.operator(), left, right);
        if (one == null) {
          all = Boolean.FALSE.equals(all) ? all : null;
        } else if (!(Boolean) one) {
          all = false;
        }
      }
      if (quantified.operator() == ComparisonOperator.NOT_EQUAL && all != null) {
        all = !all;
      }
      if (all == null) {
        hasNull = true;
      } else if (all != quantified.isAll()) {
        return all;
      }
    }
    return hasNull ? null : (Object) quantified.isAll();
  }
}
