package dev.colonnade.sql.analyze.expression.predicate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Predicate.TruthValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** AND, OR, NOT, and IS TRUE and its relatives. */
public final class LogicPredicates {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;

  public LogicPredicates(ExpressionAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
  }

  /** Returns AND. */
  public TypedExpression and(Operation.And and) {
    return logic(true, and.operands(), and.position());
  }

  /** Returns OR. */
  public TypedExpression or(Operation.Or or) {
    return logic(false, or.operands(), or.position());
  }

  private TypedExpression logic(
      boolean isAnd, List<dev.colonnade.sql.syntax.query.Expression> operands, int position) {
    String what = "argument of " + (isAnd ? "AND" : "OR");
    List<Supplier<Expression>> suppliers = new ArrayList<>();
    for (dev.colonnade.sql.syntax.query.Expression operand : flattened(isAnd, operands)) {
      suppliers.add(state.builder().deferred(() -> truth(what, operand)));
    }
    return bool(state.builder().logic(isAnd, suppliers), position);
  }

  /** Returns the operands with those of nested operations of the same kind in their place. */
  private static List<dev.colonnade.sql.syntax.query.Expression> flattened(
      boolean isAnd, List<dev.colonnade.sql.syntax.query.Expression> operands) {
    List<dev.colonnade.sql.syntax.query.Expression> found = new ArrayList<>();
    Deque<dev.colonnade.sql.syntax.query.Expression> open = new ArrayDeque<>(operands);
    while (!open.isEmpty()) {
      dev.colonnade.sql.syntax.query.Expression next = open.removeFirst();
      List<dev.colonnade.sql.syntax.query.Expression> inner =
          switch (next) {
            case Operation.And and when isAnd -> and.operands();
            case Operation.Or or when !isAnd -> or.operands();
            default -> List.of();
          };
      if (inner.isEmpty()) {
        found.add(next);
      }
      for (int i = inner.size() - 1; i >= 0; i--) {
        open.addFirst(inner.get(i));
      }
    }
    return found;
  }

  private Expression truth(String what, dev.colonnade.sql.syntax.query.Expression node) {
    return analysis.conversions().operand(what, analysis.analyze(node), "bool");
  }

  private TypedExpression bool(Expression value, int position) {
    return TypedExpression.of(value, state.reference("bool"), position);
  }

  /** Returns NOT. */
  public TypedExpression not(Operation.Not not) {
    Expression value = truth("argument of NOT", not.operand());
    return bool(state.builder().test(Test.NOT, value), not.position());
  }

  /** Returns IS [NOT] TRUE and the like. */
  public TypedExpression isTruth(Predicate.IsTruth node) {
    String name = (node.negated() ? "IS NOT " : "IS ") + node.value();
    Expression value = truth("argument of " + name, node.operand());
    return bool(state.builder().test(test(node.value(), node.negated()), value), node.position());
  }

  private static Test test(TruthValue value, boolean negated) {
    return switch (value) {
      case TRUE -> negated ? Test.IS_NOT_TRUE : Test.IS_TRUE;
      case FALSE -> negated ? Test.IS_NOT_FALSE : Test.IS_FALSE;
      case UNKNOWN -> negated ? Test.IS_NOT_UNKNOWN : Test.IS_UNKNOWN;
    };
  }
}
