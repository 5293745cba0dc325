package dev.colonnade.sql.plan.join;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cheapest order of joins, bushy ones included, by dynamic programming over connected
 * sets of inputs: the best plan of a set is the best of all ways to join the best plans of two sets
 * that it consists of. After Moerkotte and Neumann, "Analysis of Two Existing and One New Dynamic
 * Programming Algorithm" (2006), of whose algorithms this is DPsub; what a plan costs is the number
 * of rows that it keeps, looks up and gives.
 */
final class JoinOrder {
  /** Sets of more inputs are too many to look at all of them. */
  static final int INPUTS_MAX = 11;

  /** A row that is kept by its key costs so many times one that looks for it. */
  private static final double KEPT_COST = 2;

  private final JoinGraph graph;
  private final Costs costs;
  private final @Nullable Tree[] best;

  JoinOrder(JoinGraph graph, Costs costs) {
    this.graph = graph;
    this.costs = costs;
    this.best = new @Nullable Tree[1 << graph.size()];
  }

  /** The best order; null if some inputs have nothing to do with the others. */
  @Nullable Tree find() {
    for (int set = 1; set < best.length; set++) {
      best[set] = Integer.bitCount(set) == 1 ? leaf(set) : joined(set);
    }
    return best[best.length - 1];
  }

  private Tree leaf(int set) {
    int input = Integer.numberOfTrailingZeros(set);
    return new Tree(set, null, null, graph.rows(input), costs.scan(input));
  }

  private @Nullable Tree joined(int set) {
    double rows = -1;
    Tree found = null;
    // Each pair of parts is met once: the lowest input is always in the left one.
    int lowest = Integer.lowestOneBit(set);
    for (int right = (set - 1) & set; right > 0; right = (right - 1) & set) {
      Tree one = best[set & ~right];
      Tree other = best[right];
      if ((right & lowest) != 0
          || one == null
          || other == null
          || !graph.areJoined(set & ~right, right)) {
        continue;
      }
      rows = rows < 0 ? graph.joinedRows(set) : rows;
      Tree tree = cheapest(one, other, rows);
      found = found == null || tree.cost() < found.cost() ? tree : found;
    }
    return found;
  }

  /** The larger side comes first, or the one for which rows of the other are looked up. */
  private Tree cheapest(Tree one, Tree other, double rows) {
    Tree large = one.rows() >= other.rows() ? one : other;
    Tree small = one.rows() >= other.rows() ? other : one;
    double hashed = large.cost() + small.cost() + small.rows() * KEPT_COST + large.rows() + rows;
    Tree tree = new Tree(large.set() | small.set(), large, small, rows, hashed);
    return cheaper(cheaper(tree, one, other, rows), other, one, rows);
  }

  private Tree cheaper(Tree tree, Tree outer, Tree inner, double rows) {
    if (inner.left() != null) {
      return tree;
    }
    int input = Integer.numberOfTrailingZeros(inner.set());
    List<Integer> columns =
        graph.equalities(outer.set(), inner.set()).stream()
            .map(pair -> pair[1] - graph.firstColumn(input))
            .toList();
    double cost = outer.cost() + costs.lookup(input, columns, outer.rows()) + rows;
    return cost < tree.cost()
        ? new Tree(outer.set() | inner.set(), outer, inner, rows, cost)
        : tree;
  }

  /**
   * A way to join a set of inputs.
   *
   * @param left null if the set is one input
   */
  record Tree(int set, @Nullable Tree left, @Nullable Tree right, double rows, double cost) {}

  /** Costs of reading an input, or of looking its rows up. */
  interface Costs {
    /** Returns the cost of reading all rows of an input that its filter leaves. */
    double scan(int input);

    /**
     * Returns the cost of looking rows of an input up.
     *
     * @param searches number of rows to look up for
     * @param columns of the input whose values are known
     */
    double lookup(int input, List<Integer> columns, double searches);
  }
}
