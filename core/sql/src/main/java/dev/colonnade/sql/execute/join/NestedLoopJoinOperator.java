package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.SharedRows;
import dev.colonnade.sql.execute.join.hash.JoinCondition;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.join.hash.RowMarks;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Nested-loop join operator: compares every row of the left input with every row of the right one,
 * which is buffered as it is first read. In a null-aware anti join a pair matches unless its
 * condition is false.
 */
public final class NestedLoopJoinOperator extends Operator {
  private final JoinSides sides;
  private final @Nullable JoinCondition condition;
  private final SharedRows right;
  private final OperatorMemory marksShare;
  private final RowMarks rightMarks = new RowMarks();
  private final int[] leftRows = new int[VectorBatch.ROWS];
  private final int[] rightRows = new int[VectorBatch.ROWS];

  private @Nullable VectorBatch leftBatch;
  private boolean[] matched = new boolean[0];
  private SharedRows.@Nullable Reader reader;
  private @Nullable VectorBatch rightBatch;

  /** Number of the first row of the right batch. */
  private long rightFirst;

  private int leftRow;
  private int rightRow;

  /** Reader of the rows of the right input without a match, after the left input. */
  private SharedRows.@Nullable Reader rest;

  public NestedLoopJoinOperator(
      QueryContext query, JoinShape shape, Operator left, Operator right) {
    super(query, left, right);
    if (!shape.keys().isEmpty()) {
      throw new IllegalArgumentException("nested-loop join has keys: keys=" + shape.keys());
    }
    this.sides = new JoinSides(shape, false);
    Expression expression = shape.condition();
    this.condition =
        expression == null
            ? null
            : new JoinCondition(expression, shape.kind() == JoinPlan.Kind.NULL_AWARE_ANTI);
    this.right = new SharedRows(right, shape.rightTypes(), spillContext());
    this.marksShare = memory().newPart();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (rest != null) {
      return nextRest(rest);
    }
    VectorBatch left = leftBatch;
    if (left == null) {
      left = nextLeft();
      if (left == null) {
        return rest == null ? null : JoinSides.NO_ROWS;
      }
    }
    VectorBatch some = rightBatch;
    if (some == null) {
      some = isDecided() ? null : requireNonNull(reader, "reader is null").next();
      if (some == null) {
        leftBatch = null;
        return sides.probeRest(left, matched);
      }
      rightBatch = some;
      leftRow = 0;
      rightRow = 0;
      markRight(some);
    }
    return nextPairs(left, some);
  }

  private @Nullable VectorBatch nextLeft() {
    boolean isRightEmpty = right.isComplete() && right.rowCount() == 0;
    VectorBatch left = isRightEmpty && sides.isEmptyWithoutBuild() ? null : input(0).next();
    leftBatch = left;
    if (left != null) {
      matched = new boolean[left.rowCount()];
      reader = right.reader();
      rightFirst = 0;
    } else if (sides.buildRest() != JoinSides.Rest.NONE) {
      rest = right.reader();
      rightFirst = 0;
    }
    return left;
  }

  /** Returns whether more pairs cannot change which rows of the left batch are returned. */
  private boolean isDecided() {
    if (sides.returnsPairs()) {
      return false;
    }
    for (boolean each : matched) {
      if (!each) {
        return false;
      }
    }
    return true;
  }

  /** Makes space for the marks of a batch of the right input. */
  private void markRight(VectorBatch some) {
    if (sides.buildRest() != JoinSides.Rest.NONE) {
      rightMarks.reserve(rightFirst + some.rowCount());
      marksShare.set(rightMarks.memoryBytes());
    }
  }

  private VectorBatch nextPairs(VectorBatch left, VectorBatch some) {
    int count = fill(left.rowCount(), some.rowCount());
    VectorBatch returned = count == 0 ? JoinSides.NO_ROWS : matching(left, some, count);
    if (leftRow == left.rowCount()) {
      rightFirst += some.rowCount();
      rightBatch = null;
    }
    return returned;
  }

  private int fill(int leftCount, int rightCount) {
    boolean skipsMatched = !sides.returnsPairs();
    int count = 0;
    while (count < leftRows.length && leftRow < leftCount) {
      if (rightRow == rightCount || (skipsMatched && matched[leftRow])) {
        leftRow++;
        rightRow = 0;
      } else {
        int end = Math.min(rightCount, rightRow + leftRows.length - count);
        while (rightRow < end) {
          leftRows[count] = leftRow;
          rightRows[count++] = rightRow++;
        }
      }
    }
    return count;
  }

  private VectorBatch matching(VectorBatch left, VectorBatch some, int count) {
    VectorBatch pairs = sides.pairs(left.gather(leftRows, count), some.gather(rightRows, count));
    if (condition == null) {
      for (int i = 0; i < count; i++) {
        mark(i);
      }
      return sides.returnsPairs() ? pairs : JoinSides.NO_ROWS;
    }
    int[] selected = new int[count];
    int selectedCount = condition.select(pairs, query().evaluation(), selected);
    for (int i = 0; i < selectedCount; i++) {
      mark(selected[i]);
    }
    return !sides.returnsPairs() || selectedCount == 0
        ? JoinSides.NO_ROWS
        : selectedCount == count ? pairs : pairs.gather(selected, selectedCount);
  }

  private void mark(int pair) {
    matched[leftRows[pair]] = true;
    if (sides.buildRest() != JoinSides.Rest.NONE) {
      rightMarks.set(rightFirst + rightRows[pair]);
    }
  }

  private @Nullable VectorBatch nextRest(SharedRows.Reader rows) {
    VectorBatch some = rows.next();
    if (some == null) {
      return null;
    }
    markRight(some);
    int[] unmatched = new int[some.rowCount()];
    int count = 0;
    for (int row = 0; row < unmatched.length; row++) {
      unmatched[count] = row;
      count += rightMarks.get(rightFirst + row) ? 0 : 1;
    }
    rightFirst += some.rowCount();
    return count == 0 ? JoinSides.NO_ROWS : sides.asBuildRest(some.gather(unmatched, count));
  }

  @Override
  protected void release() {
    recordSpill(right.spilledBytes());
    right.close();
    marksShare.close();
  }
}
