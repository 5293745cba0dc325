package dev.colonnade.sql.plan.join;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.RelMdUtil;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.rules.MultiJoin;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Join graph of some inputs: columns that are equal to each other, and other conditions. Sets of
 * inputs are bits of an int; columns are counted over all inputs.
 */
final class JoinGraph {
  private static final double DISTINCT_GUESS = 200;

  private final List<RelNode> inputs;
  private final int[] firstColumns;
  private final double[] rows;
  private final RelMetadataQuery metadata;
  private final List<List<Column>> classes = new ArrayList<>();
  private final List<Condition> conditions = new ArrayList<>();
  private final List<RexNode> rest = new ArrayList<>();
  private final List<CompositeKey> compositeKeys = new ArrayList<>();

  /** A column that is equal to others; {@code distinct} values of it are there. */
  record Column(int index, int input, double distinct) {}

  /** A condition that is no equality of two columns, over some inputs. */
  record Condition(RexNode expression, int inputs, double selectivity) {}

  /**
   * Unique columns of an input, all of which are equal to columns of another one.
   *
   * @param correction factor by which more rows are joined than if the columns were independent
   */
  private record CompositeKey(int inputs, double correction) {}

  JoinGraph(MultiJoin join, RelMetadataQuery metadata) {
    this.metadata = metadata;
    this.inputs = join.getInputs();
    this.firstColumns = new int[inputs.size() + 1];
    this.rows = new double[inputs.size()];
    for (int i = 0; i < rows.length; i++) {
      firstColumns[i + 1] = firstColumns[i] + inputs.get(i).getRowType().getFieldCount();
      rows[i] = Math.max(1, Objects.requireNonNullElse(metadata.getRowCount(inputs.get(i)), 1.0));
    }
    for (RexNode condition : RelOptUtil.conjunctions(join.getJoinFilter())) {
      add(condition);
    }
    for (int i = 0; i < rows.length; i++) {
      findCompositeKey(i);
    }
  }

  private void add(RexNode condition) {
    int used = inputsOf(condition);
    if (Integer.bitCount(used) < 2) {
      rest.add(condition);
    } else if (condition instanceof RexCall call
        && call.getKind() == SqlKind.EQUALS
        && call.operands.getFirst() instanceof RexInputRef left
        && call.operands.getLast() instanceof RexInputRef right
        && left.getType().getSqlTypeName() == right.getType().getSqlTypeName()) {
      addEquality(column(left.getIndex()), column(right.getIndex()));
    } else {
      conditions.add(new Condition(condition, used, RelMdUtil.guessSelectivity(condition)));
    }
  }

  private void addEquality(Column left, Column right) {
    List<Column> of = classOf(left);
    if (!of.contains(right)) {
      List<Column> other = classOf(right);
      classes.remove(other);
      of.addAll(other);
    }
  }

  private List<Column> classOf(Column column) {
    for (List<Column> one : classes) {
      if (one.contains(column)) {
        return one;
      }
    }
    List<Column> fresh = new ArrayList<>(List.of(column));
    classes.add(fresh);
    return fresh;
  }

  private int inputsOf(RexNode condition) {
    int used = 0;
    for (int column : RelOptUtil.InputFinder.bits(condition)) {
      used |= 1 << inputOf(column);
    }
    return used;
  }

  private int inputOf(int column) {
    int input = 0;
    while (column >= firstColumns[input + 1]) {
      input++;
    }
    return input;
  }

  private Column column(int index) {
    int input = inputOf(index);
    ImmutableBitSet own = ImmutableBitSet.of(index - firstColumns[input]);
    Double found = metadata.getDistinctRowCount(inputs.get(input), own, null);
    double distinct = found == null ? Math.min(DISTINCT_GUESS, rows[input]) : Math.max(1, found);
    return new Column(index, input, distinct);
  }

  /** Looks for a key of several columns, which is what a reference to the input refers to. */
  private void findCompositeKey(int input) {
    Map<Integer, ImmutableBitSet.Builder> byOther = new TreeMap<>();
    for (List<Column> one : classes) {
      Column own = memberOf(one, 1 << input);
      for (Column other : one) {
        if (own != null && other.input() != input) {
          byOther
              .computeIfAbsent(other.input(), _ -> ImmutableBitSet.builder())
              .set(own.index() - firstColumns[input]);
        }
      }
    }
    byOther.forEach((other, columns) -> addCompositeKey(input, other, columns.build()));
  }

  private void addCompositeKey(int input, int other, ImmutableBitSet columns) {
    if (columns.cardinality() < 2
        || !Boolean.TRUE.equals(metadata.areColumnsUnique(inputs.get(input), columns))) {
      return;
    }
    double product = 1;
    for (int column : columns) {
      double own = column(column + firstColumns[input]).distinct();
      product *= Math.max(own, distinctOfClass(column + firstColumns[input], other));
    }
    double correction = product / JoinRowCounts.baseRows(inputs.get(input), metadata);
    if (correction > 1) {
      compositeKeys.add(new CompositeKey((1 << input) | (1 << other), correction));
    }
  }

  private double distinctOfClass(int column, int input) {
    for (List<Column> one : classes) {
      Column other = memberOf(one, 1 << input);
      if (other != null && one.stream().anyMatch(member -> member.index() == column)) {
        return other.distinct();
      }
    }
    return 1;
  }

  private static @Nullable Column memberOf(List<Column> one, int set) {
    for (Column column : one) {
      if (((set >> column.input()) & 1) != 0) {
        return column;
      }
    }
    return null;
  }

  int size() {
    return rows.length;
  }

  RelNode input(int index) {
    return inputs.get(index);
  }

  /** The first column of an input; of the number of inputs, that behind the last. */
  int firstColumn(int input) {
    return firstColumns[input];
  }

  double rows(int input) {
    return rows[input];
  }

  /** Conditions on one input at most. */
  List<RexNode> rest() {
    return rest;
  }

  /**
   * Returns the number of rows of the join of a set of inputs, which does not depend on their
   * order.
   */
  double joinedRows(int set) {
    double product = 1;
    for (int i = 0; i < rows.length; i++) {
      product *= ((set >> i) & 1) == 0 ? 1 : rows[i];
    }
    for (List<Column> one : classes) {
      product *= selectivity(one, set);
    }
    for (Condition condition : conditions) {
      product *= (condition.inputs() & ~set) == 0 ? condition.selectivity() : 1;
    }
    int corrected = 0;
    for (CompositeKey key : compositeKeys) {
      if ((key.inputs() & ~set) == 0 && (corrected & key.inputs()) != key.inputs()) {
        product *= key.correction();
        corrected |= key.inputs();
      }
    }
    return Math.max(1, product);
  }

  /** Of equal columns, that with the fewest values is found among those of all others. */
  private static double selectivity(List<Column> one, int set) {
    double product = 1;
    double least = Double.MAX_VALUE;
    for (Column column : one) {
      if (((set >> column.input()) & 1) != 0) {
        product /= column.distinct();
        least = Math.min(least, column.distinct());
      }
    }
    return least == Double.MAX_VALUE ? 1 : product * least;
  }

  /** Returns the join condition of two sets of inputs: pairs of columns that are equal. */
  List<int[]> equalities(int left, int right) {
    List<int[]> found = new ArrayList<>();
    for (List<Column> one : classes) {
      Column of = memberOf(one, left);
      Column other = memberOf(one, right);
      if (of != null && other != null) {
        found.add(new int[] {of.index(), other.index()});
      }
    }
    return found;
  }

  /** Returns the other conditions that can first be evaluated where two sets are joined. */
  List<RexNode> conditions(int left, int right) {
    List<RexNode> found = new ArrayList<>();
    for (Condition condition : conditions) {
      if (isNew(condition, left, right)) {
        found.add(condition.expression());
      }
    }
    return found;
  }

  private static boolean isNew(Condition condition, int left, int right) {
    int used = condition.inputs();
    return (used & ~(left | right)) == 0 && (used & ~left) != 0 && (used & ~right) != 0;
  }

  /** Returns whether a condition connects two sets of inputs. */
  boolean areJoined(int left, int right) {
    for (List<Column> one : classes) {
      if (memberOf(one, left) != null && memberOf(one, right) != null) {
        return true;
      }
    }
    return conditions.stream().anyMatch(condition -> isNew(condition, left, right));
  }
}
