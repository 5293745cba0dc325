package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rule that takes predicates out of OR, so that these can be pushed down or become keys of a join:
 * conjuncts that all alternatives share, as in {@code (a AND b) OR (a AND c)}, and restrictions of
 * one input, as {@code x = 1 OR x = 2} of {@code (x = 1 AND y = 2) OR (x = 2 AND y = 1)}.
 */
final class DisjunctionSplitting {
  private DisjunctionSplitting() {}

  /** Returns conjuncts with those that all alternatives of an OR share in front of the OR. */
  static List<Expression> withCommonConjuncts(List<Expression> predicates) {
    List<Expression> changed = null;
    for (int i = 0; i < predicates.size(); i++) {
      List<Expression> parts = parts(predicates.get(i));
      if (parts != null && changed == null) {
        changed = new ArrayList<>(predicates.subList(0, i));
      }
      if (changed != null) {
        changed.addAll(parts == null ? List.of(predicates.get(i)) : parts);
      }
    }
    return changed == null ? predicates : changed;
  }

  private static @Nullable List<Expression> parts(Expression predicate) {
    if (!(predicate instanceof LogicExpression or) || or.isAnd() || or.operands().size() < 2) {
      return null;
    }
    List<Expression> common = new ArrayList<>();
    for (Expression conjunct : conjuncts(or.operands().getFirst())) {
      if (conjunct.isSafe()
          && or.operands().stream().allMatch(other -> conjuncts(other).contains(conjunct))) {
        common.add(conjunct);
      }
    }
    if (common.isEmpty()) {
      return null;
    }
    List<Expression> parts = new ArrayList<>(common);
    List<Expression> alternatives = new ArrayList<>();
    for (Expression alternative : or.operands()) {
      List<Expression> rest = new ArrayList<>(conjuncts(alternative));
      rest.removeAll(common);
      if (rest.isEmpty()) {
        return parts;
      }
      alternatives.add(and(rest));
    }
    parts.add(new LogicExpression(false, alternatives));
    return parts;
  }

  /** Returns the restriction that an OR implies for some variables alone; null if there is none. */
  static @Nullable Expression restriction(Expression predicate, Collection<Variable> others) {
    if (!(predicate instanceof LogicExpression or) || or.isAnd() || !or.isSafe()) {
      return null;
    }
    List<Expression> alternatives = new ArrayList<>();
    for (Expression alternative : or.operands()) {
      List<Expression> own = new ArrayList<>();
      for (Expression conjunct : conjuncts(alternative)) {
        if (!ExpressionProperties.readsAny(conjunct, others)) {
          own.add(conjunct);
        }
      }
      if (own.isEmpty()) {
        return null;
      }
      Expression restriction = and(own);
      if (!alternatives.contains(restriction)) {
        alternatives.add(restriction);
      }
    }
    return alternatives.size() == 1
        ? alternatives.getFirst()
        : new LogicExpression(false, alternatives);
  }

  private static List<Expression> conjuncts(Expression predicate) {
    return ExpressionProperties.conjuncts(List.of(predicate));
  }

  private static Expression and(List<Expression> predicates) {
    return predicates.size() == 1 ? predicates.getFirst() : new LogicExpression(true, predicates);
  }
}
