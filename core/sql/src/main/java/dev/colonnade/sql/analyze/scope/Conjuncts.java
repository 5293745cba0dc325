package dev.colonnade.sql.analyze.scope;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.LogicExpression;
import java.util.ArrayList;
import java.util.List;

/** Predicates that a conjunction consists of. */
public final class Conjuncts {
  private Conjuncts() {}

  /** Returns the conjuncts of a predicate; none if it is true. */
  public static List<Expression> of(Expression predicate) {
    List<Expression> conjuncts = new ArrayList<>();
    add(predicate, conjuncts);
    return conjuncts;
  }

  private static void add(Expression predicate, List<Expression> conjuncts) {
    if (predicate instanceof LogicExpression logic && logic.isAnd()) {
      logic.operands().forEach(operand -> add(operand, conjuncts));
    } else if (!(predicate instanceof Literal literal && Boolean.TRUE.equals(literal.value()))) {
      conjuncts.add(predicate);
    }
  }
}
