package dev.colonnade.sql.optimize.physical.expression;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.LogicExpression;
import java.util.ArrayList;
import java.util.List;

/** Conjunctions of predicates, and properties of expressions. */
public final class Conjunctions {
  private Conjunctions() {}

  /** Returns the conjunction of at least one predicate. */
  public static Expression of(List<Expression> predicates) {
    return predicates.size() == 1
        ? predicates.getFirst()
        : new LogicExpression(true, conjuncts(predicates));
  }

  /** Returns the predicates that all have to be true, without conjunctions among them. */
  public static List<Expression> conjuncts(List<Expression> predicates) {
    boolean isFlat = true;
    for (Expression predicate : predicates) {
      isFlat &= !(predicate instanceof LogicExpression logic && logic.isAnd());
    }
    if (isFlat) {
      return predicates;
    }
    List<Expression> all = new ArrayList<>();
    for (Expression predicate : predicates) {
      if (predicate instanceof LogicExpression logic && logic.isAnd()) {
        all.addAll(conjuncts(logic.operands()));
      } else {
        all.add(predicate);
      }
    }
    return all;
  }

  /**
   * Returns whether an expression has one value while a scan runs: it reads no columns of the rows
   * and nothing volatile, but may read columns of enclosing rows.
   */
  public static boolean isScanValue(Expression translated) {
    if (translated instanceof ColumnReference || translated.isVolatile()) {
      return false;
    }
    for (Expression operand : translated.operands()) {
      if (!isScanValue(operand)) {
        return false;
      }
    }
    return true;
  }
}
