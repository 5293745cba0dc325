package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reference implementation of joins, filters and projections by nested loops. */
final class JoinInterpreter {
  private JoinInterpreter() {}

  /** Error of a row. */
  static final class RowError extends RuntimeException {
    private static final long serialVersionUID = 1;

    RowError(String message) {
      super(message);
    }
  }

  /** Predicate that fails for one value of a variable, and is true for all others. */
  record Fallible(Variable variable, long failing) implements Expression {
    @Override
    public VectorType type() {
      return VectorType.of(TypeKind.BOOLEAN);
    }

    @Override
    public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
      throw new IllegalStateException("evaluated by the interpreter only");
    }

    @Override
    public List<Expression> operands() {
      return List.of(variable);
    }

    @Override
    public Expression withOperands(List<Expression> others) {
      return new Fallible((Variable) others.getFirst(), failing);
    }

    @Override
    public String sql(List<String> columns) {
      return "fails(" + variable.sql(columns) + ")";
    }
  }

  /** Returns the rows of a plan as lists of the values of its columns. */
  static List<List<@Nullable Object>> rows(LogicalPlan plan) {
    List<List<@Nullable Object>> result = new ArrayList<>();
    for (Map<Variable, @Nullable Object> row : evaluate(plan)) {
      List<@Nullable Object> values = new ArrayList<>();
      plan.columns().forEach(variable -> values.add(row.get(variable)));
      result.add(values);
    }
    return result;
  }

  private static List<Map<Variable, @Nullable Object>> evaluate(LogicalPlan plan) {
    List<Map<Variable, @Nullable Object>> result = new ArrayList<>();
    switch (plan) {
      case LogicalSource.Rows rows -> {
        for (List<Expression> row : rows.rows()) {
          Map<Variable, @Nullable Object> values = new HashMap<>();
          for (int i = 0; i < row.size(); i++) {
            values.put(rows.columns().get(i), ((Literal) row.get(i)).value());
          }
          result.add(values);
        }
      }
      case LogicalOperator.Filter filter -> {
        for (Map<Variable, @Nullable Object> row : evaluate(filter.input())) {
          if (areTrue(filter.predicates(), row)) {
            result.add(row);
          }
        }
      }
      case LogicalOperator.Project project -> {
        for (Map<Variable, @Nullable Object> row : evaluate(project.input())) {
          Map<Variable, @Nullable Object> values = new HashMap<>();
          for (Assignment assignment : project.assignments()) {
            values.put(assignment.variable(), value(assignment.expression(), row));
          }
          result.add(values);
        }
      }
      case LogicalJoin join -> join(join, result);
      default -> throw new IllegalArgumentException("not interpreted: " + plan.getClass());
    }
    return result;
  }

  private static void join(LogicalJoin join, List<Map<Variable, @Nullable Object>> result) {
    List<Map<Variable, @Nullable Object>> rights = evaluate(join.right());
    boolean[] matchedRights = new boolean[rights.size()];
    for (Map<Variable, @Nullable Object> left : evaluate(join.left())) {
      int matches = 0;
      boolean hasUnknown = false;
      for (int i = 0; i < rights.size(); i++) {
        Map<Variable, @Nullable Object> pair = new HashMap<>(left);
        pair.putAll(rights.get(i));
        Boolean holds = all(join.conditions(), pair);
        hasUnknown |= holds == null;
        if (Boolean.TRUE.equals(holds)) {
          matches++;
          matchedRights[i] = true;
          if (!join.kind().isLeftOnly()) {
            result.add(pair);
          }
        }
      }
      addUnmatched(join, left, matches, hasUnknown, result);
    }
    for (int i = 0; i < matchedRights.length; i++) {
      if (join.kind() == LogicalJoin.Kind.FULL && !matchedRights[i]) {
        result.add(rights.get(i));
      }
    }
  }

  private static void addUnmatched(
      LogicalJoin join,
      Map<Variable, @Nullable Object> left,
      int matches,
      boolean hasUnknown,
      List<Map<Variable, @Nullable Object>> result) {
    boolean isAdded =
        switch (join.kind()) {
          case INNER -> false;
          case LEFT, FULL, SINGLE, ANTI -> matches == 0;
          case SEMI -> matches > 0;
          case NULL_AWARE_ANTI -> matches == 0 && !hasUnknown;
        };
    if (join.kind() == LogicalJoin.Kind.SINGLE && matches > 1) {
      throw new RowError("two matches");
    }
    if (isAdded) {
      result.add(left);
    }
  }

  private static boolean areTrue(List<Expression> predicates, Map<Variable, @Nullable Object> row) {
    for (Expression predicate : predicates) {
      if (!Boolean.TRUE.equals(value(predicate, row))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether all predicates hold; later ones are not evaluated after one that is false. */
  private static @Nullable Boolean all(
      List<Expression> predicates, Map<Variable, @Nullable Object> row) {
    Boolean result = true;
    for (Expression predicate : predicates) {
      Object value = value(predicate, row);
      if (Boolean.FALSE.equals(value)) {
        return false;
      }
      result = value == null ? null : result;
    }
    return result;
  }

  private static @Nullable Object value(
      Expression expression, Map<Variable, @Nullable Object> row) {
    return switch (expression) {
      case Variable variable -> row.get(variable);
      case Literal literal -> literal.value();
      case NullTest test -> (value(test.value(), row) == null) != test.isNot();
      case LogicExpression logic -> logic(logic, row);
      case Fallible fallible -> {
        Object value = row.get(fallible.variable());
        if (Long.valueOf(fallible.failing()).equals(value)) {
          throw new RowError("failed");
        }
        yield true;
      }
      case Comparison comparison -> {
        Long left = (Long) value(comparison.left(), row);
        Long right = (Long) value(comparison.right(), row);
        yield left == null || right == null
            ? null
            : (Object) comparison.operator().holds(Long.compare(left, right));
      }
      default -> throw new IllegalArgumentException("not interpreted: " + expression);
    };
  }

  private static @Nullable Object logic(
      LogicExpression logic, Map<Variable, @Nullable Object> row) {
    boolean decisive = !logic.isAnd();
    boolean hasNull = false;
    for (Expression operand : logic.operands()) {
      Object value = value(operand, row);
      if (value != null && decisive == (Boolean) requireNonNull(value)) {
        return decisive;
      }
      hasNull |= value == null;
    }
    return hasNull ? null : (Object) !decisive;
  }
}
