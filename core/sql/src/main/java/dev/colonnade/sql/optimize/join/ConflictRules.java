package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalJoin;
import java.util.ArrayList;
import java.util.List;

/**
 * Conditions of the sets of relations that a join may combine, so that it returns the rows that it
 * returns in its original place: the conflict detection CD-C of Moerkotte, Fender and Eich, "On the
 * correct and complete enumeration of the core search space" (2013). A rule states that a set with
 * any relation of {@code any} contains all relations of {@code all}.
 */
final class ConflictRules {
  private final List<Rule> rules = new ArrayList<>();

  private record Rule(long any, long all) {}

  /**
   * Properties of a join other than an inner one.
   *
   * @param read relations that its conditions read
   * @param rejected relations whose NULLs its conditions reject
   */
  record Operator(LogicalJoin.Kind kind, long left, long right, long read, long rejected) {
    Operator {
      requireNonNull(kind, "kind is null");
    }

    private boolean isFull() {
      return kind == LogicalJoin.Kind.FULL;
    }

    private boolean isLeft() {
      return kind == LogicalJoin.Kind.LEFT;
    }

    private boolean rejects(long relations) {
      return (rejected & relations) != 0;
    }
  }

  /** Returns whether a set of relations satisfies all rules. */
  boolean permit(long set) {
    for (Rule rule : rules) {
      if ((rule.any & set) != 0 && (rule.all & ~set) != 0) {
        return false;
      }
    }
    return true;
  }

  private void add(long any, long all) {
    rules.add(new Rule(any, all));
  }

  /** Adds the rules of an inner join above an operator. */
  void addInnerAbove(Operator below) {
    add(below.right, leftOf(below));
    if (below.isFull()) {
      add(below.left, rightOf(below));
    }
  }

  /** Adds the rule of an operator above an inner join of some relations. */
  void addAboveInner(Operator above, long inner) {
    boolean isLeft = (above.left & inner) != 0;
    if (!isLeft || above.isFull()) {
      add(inner, inner);
    }
  }

  /** Adds the rules of an operator above another one. */
  void addAbove(Operator above, Operator below) {
    if ((above.left & below.left) != 0) {
      if (!areAssociative(below, above, below.right)) {
        add(below.right, leftOf(below));
      }
      if (!areLeftExchangeable(below, above)) {
        add(below.left, rightOf(below));
      }
    } else {
      if (!areAssociative(above, below, below.left)) {
        add(below.left, rightOf(below));
      }
      if (!areRightExchangeable(above, below)) {
        add(below.right, leftOf(below));
      }
    }
  }

  private static long leftOf(Operator operator) {
    long read = operator.left & operator.read;
    return read == 0 ? operator.left : read;
  }

  private static long rightOf(Operator operator) {
    long read = operator.right & operator.read;
    return read == 0 ? operator.right : read;
  }

  /**
   * Returns whether {@code (e1 a e2) b e3} is {@code e1 a (e2 b e3)}.
   *
   * @param middle the relations of e2
   */
  private static boolean areAssociative(Operator a, Operator b, long middle) {
    if (a.isLeft()) {
      return b.isLeft() && b.rejects(middle);
    }
    if (a.isFull()) {
      return (b.isLeft() && b.rejects(middle))
          || (b.isFull() && a.rejects(middle) && b.rejects(middle));
    }
    return false;
  }

  /** Returns whether {@code (e1 a e2) b e3} is {@code (e1 b e3) a e2}. */
  private static boolean areLeftExchangeable(Operator a, Operator b) {
    if (a.isFull()) {
      boolean isSame = b.isLeft() || (b.isFull() && a.rejects(a.left));
      return isSame && b.rejects(a.left);
    }
    return !b.isFull() || (a.isLeft() && a.rejects(a.left));
  }

  /** Returns whether {@code e1 a (e2 b e3)} is {@code e2 b (e1 a e3)}. */
  private static boolean areRightExchangeable(Operator a, Operator b) {
    return a.isFull() && b.isFull() && a.rejects(b.right) && b.rejects(b.right);
  }
}
