package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalJoin;
import java.util.List;

/** Node of the tree of the joins of a plan before they are ordered. Relations are bits. */
sealed interface JoinNode {
  /** Returns the relations below the node. */
  long relations();

  /** Relation: a plan that is not divided. */
  record Leaf(int index) implements JoinNode {
    @Override
    public long relations() {
      return 1L << index;
    }
  }

  /**
   * Predicate of an inner join.
   *
   * @param required relations that are joined before the predicate is evaluated, besides those that
   *     it reads
   */
  record Predicate(Expression expression, long required) {
    public Predicate {
      requireNonNull(expression, "expression is null");
    }
  }

  /** Inner join of one or more nodes, none of which is an inner join. */
  record Inner(List<JoinNode> children, List<Predicate> predicates) implements JoinNode {
    public Inner {
      children = List.copyOf(children);
      predicates = List.copyOf(predicates);
    }

    @Override
    public long relations() {
      long all = 0;
      for (JoinNode child : children) {
        all |= child.relations();
      }
      return all;
    }
  }

  /** Join of another kind. */
  record Outer(LogicalJoin.Kind kind, JoinNode left, JoinNode right, List<Expression> conditions)
      implements JoinNode {
    public Outer {
      requireNonNull(kind, "kind is null");
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      conditions = List.copyOf(conditions);
    }

    @Override
    public long relations() {
      return left.relations() | right.relations();
    }
  }
}
