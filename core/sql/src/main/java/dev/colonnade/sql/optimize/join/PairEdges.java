package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Edges of a join graph between two relations, as a matrix: a pair of sets is looked up by the
 * relations of its smaller set instead of by all edges.
 */
final class PairEdges {
  /** Maximum number of inner joins of which each has a bit; edges of others are no pairs. */
  private static final int RULES_MAX = 64;

  private final int size;
  private final double[] selectivities;
  private final long[] rulesOfPair;
  private final long[] connected;
  private final long[] keyed;
  private final long[] touched;
  private final List<ConflictRules> rules = new ArrayList<>();
  private final List<JoinGraph.EqualityClass> otherClasses = new ArrayList<>();
  private final List<JoinGraph.Condition> otherConditions = new ArrayList<>();

  PairEdges(JoinGraph graph) {
    requireNonNull(graph, "graph is null");
    this.size = graph.relations().size();
    this.selectivities = new double[size * size];
    this.rulesOfPair = new long[size * size];
    this.connected = new long[size];
    this.keyed = new long[size];
    this.touched = new long[size];
    Arrays.fill(selectivities, 1);
    graph.classes().forEach(this::add);
    graph.conditions().forEach(this::add);
    for (JoinGraph.CompositeKey key : graph.keys()) {
      multiply(key.relations(), key.correction());
    }
  }

  private void add(JoinGraph.EqualityClass equality) {
    int bit = bitOf(equality.rules());
    if (equality.members().size() != 2 || bit < 0) {
      otherClasses.add(equality);
      return;
    }
    double distinct =
        Math.max(
            equality.members().getFirst().distinctCount(),
            equality.members().getLast().distinctCount());
    add(equality.relations(), 1 / distinct, bit, true, true);
  }

  private void add(JoinGraph.Condition condition) {
    int bit = bitOf(condition.rules());
    if (Long.bitCount(condition.required()) != 2 || bit < 0) {
      otherConditions.add(condition);
      return;
    }
    boolean connects = condition.read() == condition.required();
    boolean isKey = connects && condition.left() != 0;
    add(condition.required(), condition.selectivity(), bit, connects, isKey);
  }

  private int bitOf(ConflictRules own) {
    int bit = rules.indexOf(own);
    if (bit < 0 && rules.size() < RULES_MAX) {
      rules.add(own);
      return rules.size() - 1;
    }
    return bit;
  }

  private void add(long pair, double selectivity, int bit, boolean connects, boolean isKey) {
    multiply(pair, selectivity);
    int one = Long.numberOfTrailingZeros(pair);
    int other = Long.numberOfTrailingZeros(pair & (pair - 1));
    rulesOfPair[one * size + other] |= 1L << bit;
    rulesOfPair[other * size + one] |= 1L << bit;
    if (connects) {
      connected[one] |= 1L << other;
      connected[other] |= 1L << one;
    }
    if (isKey) {
      keyed[one] |= 1L << other;
      keyed[other] |= 1L << one;
    }
  }

  private void multiply(long pair, double selectivity) {
    int one = Long.numberOfTrailingZeros(pair);
    int other = Long.numberOfTrailingZeros(pair & (pair - 1));
    selectivities[one * size + other] *= selectivity;
    selectivities[other * size + one] *= selectivity;
    touched[one] |= 1L << other;
    touched[other] |= 1L << one;
  }

  /** Returns the classes that are not part of the matrix. */
  List<JoinGraph.EqualityClass> otherClasses() {
    return otherClasses;
  }

  /** Returns the conditions that are not part of the matrix. */
  List<JoinGraph.Condition> otherConditions() {
    return otherConditions;
  }

  /** Edges between two sets. */
  record Found(double selectivity, boolean isConnected, boolean hasKey, boolean isPermitted) {}

  /** Returns the edges of the matrix between two sets. */
  Found between(long first, long second) {
    long small = Long.bitCount(first) <= Long.bitCount(second) ? first : second;
    long large = small == first ? second : first;
    double selectivity = 1;
    long used = 0;
    boolean isConnected = false;
    boolean hasKey = false;
    for (long rest = small; rest != 0; rest &= rest - 1) {
      int one = Long.numberOfTrailingZeros(rest);
      isConnected |= (connected[one] & large) != 0;
      hasKey |= (keyed[one] & large) != 0;
      for (long others = touched[one] & large; others != 0; others &= others - 1) {
        int pair = one * size + Long.numberOfTrailingZeros(others);
        selectivity *= selectivities[pair];
        used |= rulesOfPair[pair];
      }
    }
    return new Found(selectivity, isConnected, hasKey, isPermitted(used, first | second));
  }

  private boolean isPermitted(long used, long set) {
    for (long rest = used; rest != 0; rest &= rest - 1) {
      if (!rules.get(Long.numberOfTrailingZeros(rest)).permit(set)) {
        return false;
      }
    }
    return true;
  }
}
