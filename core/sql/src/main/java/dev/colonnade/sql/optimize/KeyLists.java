package dev.colonnade.sql.optimize;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rule that joins rows with a list of keys of several columns: an OR of alternatives that compare
 * the same expressions with constants, as {@code (a, b) IN ((1, 2), (3, 4))}. The join looks the
 * keys up in an index or in a hash table; a filter evaluates one alternative after the other.
 */
final class KeyLists {
  /** Number of keys; fewer are searched by a scan each. */
  private static final int COUNT_MIN = 10;

  private final Variables variables;

  private KeyLists(Variables variables) {
    this.variables = variables;
  }

  /** Returns the plan with joins in the place of lists of keys; the same plan if there are none. */
  static LogicalPlan apply(LogicalPlan plan, Variables variables) {
    return new KeyLists(variables).rewrite(plan);
  }

  /** Keys: the compared expressions and the constants of each alternative. */
  private record Keys(List<Expression> compared, List<List<Expression>> rows) {}

  private LogicalPlan rewrite(LogicalPlan plan) {
    LogicalPlan over = LogicalExpressions.rewriteInputs(plan, this::rewrite);
    if (!(over instanceof Filter filter)) {
      return over;
    }
    List<Keys> lists = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    for (Expression predicate : ExpressionProperties.conjuncts(filter.predicates())) {
      Keys keys = keys(predicate, filter.input());
      if (keys == null) {
        others.add(predicate);
      } else {
        lists.add(keys);
      }
    }
    if (lists.isEmpty()) {
      return over;
    }
    LogicalPlan joined = others.isEmpty() ? filter.input() : new Filter(filter.input(), others);
    for (Keys keys : lists) {
      joined = joined(joined, keys);
    }
    return new Project(joined, over.columns().stream().map(Assignment::of).toList());
  }

  private LogicalPlan joined(LogicalPlan input, Keys keys) {
    List<Variable> columns = new ArrayList<>();
    List<Expression> conditions = new ArrayList<>();
    for (int i = 0; i < keys.compared().size(); i++) {
      Variable column = variables.create(keys.rows().getFirst().get(i).type(), "key");
      columns.add(column);
      conditions.add(new Comparison(ComparisonOperator.EQUAL, keys.compared().get(i), column));
    }
    LogicalPlan distinct =
        Aggregate.of(new LogicalSource.Rows(keys.rows(), columns), columns, List.of());
    return LogicalJoin.of(LogicalJoin.Kind.INNER, input, distinct, conditions);
  }

  private static @Nullable Keys keys(Expression predicate, LogicalPlan input) {
    if (!(predicate instanceof LogicExpression or)
        || or.isAnd()
        || or.operands().size() < COUNT_MIN) {
      return null;
    }
    List<Expression> compared = new ArrayList<>();
    List<List<Expression>> rows = new ArrayList<>(or.operands().size());
    for (Expression alternative : or.operands()) {
      List<Expression> row = row(alternative, compared, rows.isEmpty());
      if (row == null || (!rows.isEmpty() && !haveEqualTypes(row, rows.getFirst()))) {
        return null;
      }
      rows.add(row);
    }
    boolean isOfInput =
        compared.stream()
            .allMatch(each -> input.columns().containsAll(LogicalExpressions.variables(each)));
    return isOfInput ? new Keys(compared, rows) : null;
  }

  /**
   * Returns the constants of an alternative; null if it is no key.
   *
   * @param compared expressions that it compares; the first alternative adds them
   */
  private static @Nullable List<Expression> row(
      Expression alternative, List<Expression> compared, boolean isFirst) {
    if (!(alternative instanceof LogicExpression and) || !and.isAnd()) {
      return null;
    }
    List<Expression> row = new ArrayList<>(and.operands().size());
    for (Expression operand : and.operands()) {
      if (!(operand instanceof Comparison comparison)
          || comparison.operator() != ComparisonOperator.EQUAL
          || !isConstant(comparison.right())
          || !LogicalExpressions.hasVariable(comparison.left())
          || ExpressionProperties.hasSubquery(comparison.left())
          || ExpressionProperties.isVolatile(comparison.left())) {
        return null;
      }
      if (isFirst) {
        compared.add(comparison.left());
      } else if (row.size() == compared.size()
          || !compared.get(row.size()).equals(comparison.left())) {
        return null;
      }
      row.add(comparison.right());
    }
    return row.size() == compared.size() ? row : null;
  }

  private static boolean isConstant(Expression value) {
    return !LogicalExpressions.hasVariable(value)
        && value.isSafe()
        && !ExpressionProperties.hasSubquery(value)
        && !ExpressionProperties.isVolatile(value);
  }

  private static boolean haveEqualTypes(List<Expression> some, List<Expression> others) {
    for (int i = 0; i < some.size(); i++) {
      if (!some.get(i).type().equals(others.get(i).type())) {
        return false;
      }
    }
    return true;
  }
}
