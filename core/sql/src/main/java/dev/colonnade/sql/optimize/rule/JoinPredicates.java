package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.NullRejection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Distribution of predicates over a join: those of the left input, those of the right input, the
 * conditions of the join, and those that are evaluated above it. Outer joins become stricter joins
 * where a predicate above rejects their NULLs.
 */
final class JoinPredicates {
  private final Set<Variable> leftVariables;
  private final Set<Variable> rightVariables;
  private final boolean isDependent;
  private final List<Expression> known;
  private Kind kind;
  private boolean isExchanged;
  final List<Expression> left = new ArrayList<>();
  final List<Expression> right = new ArrayList<>();
  final List<Expression> conditions = new ArrayList<>();
  final List<Expression> above = new ArrayList<>();

  /** Distributes the conditions of a join and predicates over its rows. */
  JoinPredicates(LogicalJoin join, List<Expression> incoming) {
    kind = join.kind();
    leftVariables = new HashSet<>(join.left().columns());
    rightVariables = new HashSet<>(join.right().columns());
    isDependent = join.isDependent();
    known = KnownPredicates.of(join);
    simplify(incoming);
    List<Expression> own =
        DisjunctionSplitting.withCommonConjuncts(ExpressionProperties.conjuncts(join.conditions()));
    switch (kind) {
      case INNER -> inner(own, incoming);
      case LEFT, SINGLE -> leftJoin(own, incoming);
      case FULL -> {
        conditions.addAll(own);
        above.addAll(incoming);
      }
      case SEMI -> semi(own, incoming);
      case ANTI -> anti(own, incoming);
      case NULL_AWARE_ANTI -> {
        incoming.forEach(this::addToReducedLeft);
        conditions.addAll(own);
      }
    }
  }

  /** Returns the kind of the join; LEFT for a FULL join whose inputs are exchanged. */
  Kind kind() {
    return kind;
  }

  /** Returns whether the inputs are exchanged; the lists are those of the exchanged inputs. */
  boolean isExchanged() {
    return isExchanged;
  }

  private void simplify(List<Expression> incoming) {
    if (kind == Kind.LEFT && rejects(incoming, rightVariables)) {
      kind = Kind.INNER;
    } else if (kind == Kind.FULL) {
      boolean rejectsRight = rejects(incoming, rightVariables);
      boolean rejectsLeft = rejects(incoming, leftVariables);
      if (rejectsLeft && rejectsRight) {
        kind = Kind.INNER;
      } else if (rejectsLeft) {
        kind = Kind.LEFT;
      } else if (rejectsRight) {
        kind = Kind.LEFT;
        isExchanged = true;
        Set<Variable> others = new HashSet<>(leftVariables);
        leftVariables.clear();
        leftVariables.addAll(rightVariables);
        rightVariables.clear();
        rightVariables.addAll(others);
      }
    }
  }

  private static boolean rejects(List<Expression> predicates, Set<Variable> variables) {
    for (Expression predicate : predicates) {
      if (NullRejection.rejects(predicate, variables)) {
        return true;
      }
    }
    return false;
  }

  private void inner(List<Expression> own, List<Expression> incoming) {
    List<Expression> all = new ArrayList<>(own);
    all.addAll(incoming);
    all.addAll(inferred(all, all));
    boolean isCross = !isDependent && own.isEmpty() && all.stream().noneMatch(this::isOfBoth);
    for (Expression predicate : all) {
      boolean isMovable =
          isMovable(predicate) || (isCross && MovablePredicates.isMovableToLess(predicate));
      if (!isMovable) {
        (own.contains(predicate) ? conditions : above).add(predicate);
      } else if (!ExpressionProperties.readsAny(predicate, rightVariables)) {
        addLeft(predicate);
      } else if (!ExpressionProperties.readsAny(predicate, leftVariables)) {
        right.add(predicate);
      } else if (ExpressionProperties.hasSubquery(predicate)) {
        above.add(predicate);
      } else if (!conditions.contains(predicate)) {
        conditions.add(predicate);
        addRestriction(predicate, rightVariables, left);
        addRestriction(predicate, leftVariables, right);
      }
    }
  }

  /** Returns whether a predicate makes a join of its inputs more than a cross join. */
  private boolean isOfBoth(Expression predicate) {
    return !ExpressionProperties.hasSubquery(predicate)
        && ExpressionProperties.readsAny(predicate, leftVariables)
        && ExpressionProperties.readsAny(predicate, rightVariables);
  }

  /** Adds what an OR over both inputs implies for one of them. */
  private static void addRestriction(
      Expression predicate, Set<Variable> others, List<Expression> into) {
    Expression restriction = DisjunctionSplitting.restriction(predicate, others);
    if (restriction != null && !into.contains(restriction)) {
      into.add(restriction);
    }
  }

  private void leftJoin(List<Expression> own, List<Expression> incoming) {
    for (Expression predicate : incoming) {
      boolean isMovable =
          isDependent ? isMovable(predicate) : MovablePredicates.isMovableToLess(predicate);
      if (isMovable && !ExpressionProperties.readsAny(predicate, rightVariables)) {
        addLeft(predicate);
      } else {
        above.add(predicate);
      }
    }
    conditionsOf(own);
    right.addAll(inferredOfRight(own, incoming));
  }

  private void semi(List<Expression> own, List<Expression> incoming) {
    incoming.forEach(this::addToReducedLeft);
    for (Expression predicate : own) {
      if (predicate.isSafe() && !ExpressionProperties.readsAny(predicate, rightVariables)) {
        addLeft(predicate);
      } else if (isMovable(predicate)
          && ExpressionProperties.readsAny(predicate, rightVariables)
          && !ExpressionProperties.readsAny(predicate, leftVariables)) {
        right.add(predicate);
      } else if (!conditions.contains(predicate)) {
        conditions.add(predicate);
      }
    }
    List<Expression> restrictions = new ArrayList<>(left);
    restrictions.addAll(right);
    for (Expression predicate : inferred(conditions, restrictions)) {
      (ExpressionProperties.readsAny(predicate, rightVariables) ? right : left).add(predicate);
    }
  }

  private void anti(List<Expression> own, List<Expression> incoming) {
    incoming.forEach(this::addToReducedLeft);
    conditionsOf(own);
    right.addAll(inferredOfRight(own, incoming));
  }

  /** Adds the conditions of a join that returns all or the unmatched rows of the left input. */
  private void conditionsOf(List<Expression> own) {
    for (Expression predicate : own) {
      if (isMovable(predicate)
          && ExpressionProperties.readsAny(predicate, rightVariables)
          && !ExpressionProperties.readsAny(predicate, leftVariables)) {
        right.add(predicate);
      } else {
        conditions.add(predicate);
      }
    }
  }

  private List<Expression> inferred(List<Expression> equalities, List<Expression> restrictions) {
    List<Expression> all = restrictions;
    if (!known.isEmpty()) {
      all = new ArrayList<>(restrictions);
      all.addAll(known);
    }
    return PredicateInference.infer(equalities, all);
  }

  private List<Expression> inferredOfRight(List<Expression> own, List<Expression> incoming) {
    List<Expression> inferred = new ArrayList<>();
    for (Expression predicate : inferred(own, incoming)) {
      if (!ExpressionProperties.readsAny(predicate, leftVariables)) {
        inferred.add(predicate);
      }
    }
    return inferred;
  }

  /** Correlated subqueries remain above a join that reduces the rows of its left input. */
  private void addToReducedLeft(Expression predicate) {
    if (MovablePredicates.isCorrelated(predicate)) {
      above.add(predicate);
    } else {
      addLeft(predicate);
    }
  }

  private void addLeft(Expression predicate) {
    if (!left.contains(predicate)) {
      left.add(predicate);
    }
  }

  private boolean isMovable(Expression predicate) {
    return MovablePredicates.isMovable(predicate) && !(isDependent && kind == Kind.SINGLE);
  }
}
