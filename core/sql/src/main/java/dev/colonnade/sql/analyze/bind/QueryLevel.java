package dev.colonnade.sql.analyze.bind;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * SELECT that collects the aggregates, window functions and set-returning functions of its
 * expressions. Each becomes a variable that the expression reads.
 */
public interface QueryLevel {
  /** Returns the enclosing query; null if there is none. */
  @Nullable QueryLevel outer();

  /**
   * Returns the innermost query, from the one of expressions on, of which they read a column; their
   * own query if there is none.
   */
  static QueryLevel ownerOf(QueryLevel own, List<Expression> read) {
    for (QueryLevel level = own; level != null; level = level.outer()) {
      for (Expression expression : read) {
        if (LogicalExpressions.variables(expression).stream().anyMatch(level::defines)) {
          return level;
        }
      }
    }
    return own;
  }

  /** Returns whether FROM of this query defines a variable. */
  boolean defines(Variable variable);

  /**
   * Aggregate that an expression calls.
   *
   * @param function name of the accumulator
   */
  record AggregateUse(
      String function,
      List<Expression> arguments,
      boolean distinct,
      @Nullable Expression filter,
      List<SortItem> order,
      VectorType type,
      int position) {
    public AggregateUse(
        String function,
        List<Expression> arguments,
        boolean distinct,
        @Nullable Expression filter,
        List<SortItem> order,
        VectorType type,
        int position) {
      this.function = function;
      this.arguments = List.copyOf(arguments);
      this.distinct = distinct;
      this.filter = filter;
      this.order = List.copyOf(order);
      this.type = type;
      this.position = position;
    }
  }

  /**
   * Adds an aggregate of this query.
   *
   * @param clause that the call is in, relative to this query; GROUPING_ERROR where aggregates are
   *     not allowed
   */
  Variable addAggregate(AggregateUse use, ClauseKind clause);

  /** Adds direct arguments of an aggregate with WITHIN GROUP, which must be of groups. */
  default void addDirectArguments(List<Expression> arguments) {}

  /**
   * Adds columns of enclosing queries that a subquery names outside of aggregates, also where the
   * folding of constants omits them.
   */
  default void addSubqueryReads(List<Expression> columns) {}

  /**
   * Returns the variables of the aggregates and of GROUPING of this query, for the check of nested
   * aggregates.
   */
  Set<Variable> aggregates();

  /**
   * Throws GROUPING_ERROR if a condition of FILTER reads aggregates or GROUPING of this query.
   *
   * @param read expressions of the condition
   */
  default void requireNoCalls(List<Expression> read) {}

  /** Adds GROUPING of expressions, which must be grouping expressions of this query. */
  Variable addGrouping(List<Expression> arguments, ClauseKind clause, int position);

  /**
   * Call of a window function.
   *
   * @param function name of the window function or accumulator
   */
  record WindowUse(
      String function,
      List<Expression> arguments,
      @Nullable Expression filter,
      VectorType type,
      int position) {
    public WindowUse(
        String function,
        List<Expression> arguments,
        @Nullable Expression filter,
        VectorType type,
        int position) {
      this.function = function;
      this.arguments = List.copyOf(arguments);
      this.filter = filter;
      this.type = type;
      this.position = position;
    }
  }

  /** Adds a call of a window function; WINDOWING_ERROR where it is not allowed. */
  Variable addWindow(WindowUse use, Call.Over over, ClauseKind clause);

  /**
   * Adds a set-returning function of the select list, ORDER BY or GROUP BY.
   *
   * @param call expression whose value is a list
   * @param types of the element, or of the fields of the rows
   */
  List<Variable> addSetFunction(Expression call, List<VectorType> types, ClauseKind clause);

  /** Returns the unit, bounds and exclusion of PostgreSQL's default frame. */
  static LogicalOperator.Frame defaultFrame() {
    return new LogicalOperator.Frame(
        LogicalOperator.FrameUnit.RANGE,
        new LogicalOperator.FrameBound(-1, null),
        new LogicalOperator.FrameBound(0, null),
        LogicalOperator.FrameExclusion.NOTHING);
  }
}
