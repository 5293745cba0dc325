package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import java.util.List;
import java.util.Set;

/**
 * Join graph of relations: equal variables, other predicates, operators other than inner joins, and
 * pairs of sets that only a cross join connects. Sets of relations are bits.
 *
 * @param keys corrections of row counts by equalities of several columns
 */
record JoinGraph(
    List<LogicalPlan> relations,
    List<EqualityClass> classes,
    List<Condition> conditions,
    List<Operator> operators,
    List<CrossJoin> crossJoins,
    List<CompositeKey> keys) {
  JoinGraph {
    relations = List.copyOf(relations);
    classes = List.copyOf(classes);
    conditions = List.copyOf(conditions);
    operators = List.copyOf(operators);
    crossJoins = List.copyOf(crossJoins);
    keys = List.copyOf(keys);
  }

  /** Variable of a relation that equals others. */
  record Member(Variable variable, int relation, double distinctCount) {
    Member {
      requireNonNull(variable, "variable is null");
    }
  }

  /** Variables of inner joins that are equal to each other, one for each of some relations. */
  record EqualityClass(List<Member> members, long relations, ConflictRules rules) {
    EqualityClass {
      members = List.copyOf(members);
      requireNonNull(rules, "rules is null");
    }

    boolean connects(long one, long other) {
      return (relations & one) != 0 && (relations & other) != 0;
    }

    /** Returns the least number of distinct values of the members in a set. */
    double distinctCount(long set) {
      double least = Double.MAX_VALUE;
      for (Member member : members) {
        if ((set >> member.relation & 1) != 0) {
          least = Math.min(least, member.distinctCount);
        }
      }
      return least;
    }

    /** Returns the member of a relation that has one. */
    Member member(int relation) {
      return member(1L << relation, new int[relation + 1]);
    }

    /** Returns the member in a set whose relation has the highest rank, of equal ones the first. */
    Member member(long set, int[] ranks) {
      Member found = null;
      for (Member member : members) {
        if ((set >> member.relation & 1) != 0
            && (found == null || ranks[member.relation] > ranks[found.relation])) {
          found = member;
        }
      }
      return requireNonNull(found, "no member in the set");
    }
  }

  /**
   * Predicate that is no equality of two variables.
   *
   * @param read relations that it reads
   * @param required relations that are joined before it is evaluated
   * @param left relations that the left side of an equality reads; 0 if it is no equality
   */
  record Condition(
      Expression expression,
      long read,
      long required,
      long left,
      double selectivity,
      ConflictRules rules) {
    Condition {
      requireNonNull(expression, "expression is null");
      requireNonNull(rules, "rules is null");
    }

    boolean isNew(long one, long other) {
      return isComplete(required, one, other);
    }

    boolean connects(long one, long other) {
      return (read & one) != 0 && (read & other) != 0;
    }

    /** Returns whether the predicate compares an expression of one set with one of the other. */
    boolean isKey(long one, long other) {
      long right = read & ~left;
      return left != 0
          && right != 0
          && (((left & ~one) == 0 && (right & ~other) == 0)
              || ((left & ~other) == 0 && (right & ~one) == 0));
    }
  }

  /**
   * Join other than an inner one.
   *
   * @param node its original place
   * @param allLeft relations of its left input in its original place
   * @param allRight relations of its right input in its original place
   * @param left relations that its left input contains everywhere
   * @param right relations that its right input contains everywhere
   * @param rightKeys variables of the right input that it compares for equality
   * @param selectivity fraction of the pairs of rows that satisfies its conditions
   * @param matchedFraction fraction of the left rows that have a match
   */
  record Operator(
      JoinNode.Outer node,
      long allLeft,
      long allRight,
      long left,
      long right,
      Set<Variable> rightKeys,
      double selectivity,
      double matchedFraction,
      ConflictRules rules) {
    Operator {
      requireNonNull(node, "node is null");
      rightKeys = Set.copyOf(rightKeys);
      requireNonNull(rules, "rules is null");
    }

    boolean isNew(long one, long other) {
      return isComplete(left | right, one, other);
    }

    /** Returns whether a set has relations of both inputs, but not those that the join needs. */
    boolean isMissing(long set) {
      return (set & allLeft) != 0 && (set & allRight) != 0 && ((left | right) & ~set) != 0;
    }

    /** Returns whether two sets are inputs of the join. */
    boolean fits(long leftSet, long rightSet) {
      return (left & ~leftSet) == 0
          && (right & ~rightSet) == 0
          && (leftSet & allRight) == 0
          && (rightSet & allLeft) == 0
          && isRight(rightSet);
    }

    private boolean isRight(long set) {
      return switch (node.kind()) {
        case SEMI, ANTI -> (set & ~allRight) == 0;
        case SINGLE, NULL_AWARE_ANTI -> set == allRight;
        case INNER, LEFT, FULL -> true;
      };
    }
  }

  /** Sets of relations of an inner join that no predicate connects. */
  record CrossJoin(long left, long right, ConflictRules rules) {
    CrossJoin {
      requireNonNull(rules, "rules is null");
    }

    boolean connects(long one, long other) {
      return ((left & ~one) == 0 && (right & ~other) == 0)
          || ((left & ~other) == 0 && (right & ~one) == 0);
    }
  }

  /**
   * Equalities of several columns of two relations.
   *
   * @param correction factor by which more rows are joined than if the columns were independent
   */
  record CompositeKey(long relations, double correction) {}

  /** Returns whether a set is part of two others together, and of none of them alone. */
  static boolean isComplete(long set, long one, long other) {
    return (set & ~(one | other)) == 0 && (set & ~one) != 0 && (set & ~other) != 0;
  }
}
