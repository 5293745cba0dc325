package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.hash.JoinCondition;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Merge join operator over inputs that are sorted ascending by their keys, NULLs last.
 *
 * <p>Rows of the right input with equal keys are usually in one batch, where they are joined in
 * place. If they reach the end of the batch they are collected in a buffer, and the rows of the
 * left input with these keys are joined with the buffer.
 */
public final class MergeJoinOperator extends Operator {
  private final JoinShape shape;
  private final JoinSides sides;
  private final @Nullable JoinCondition condition;
  private final MergeOrder order;
  private final MergeInput left;
  private final MergeInput right;
  private final Deque<VectorBatch> ready = new ArrayDeque<>();
  private final int[] leftRows = new int[VectorBatch.ROWS];
  private final int[] rightRows = new int[VectorBatch.ROWS];
  private int count;
  private boolean isFinished;

  /** Rows of the right batch with equal keys; -1 if they are not known. */
  private int groupStart = -1;

  private int groupEnd = -1;

  /** Next row of these for the present row of the left input. */
  private int groupRow;

  private @Nullable MergeGroup group;

  /** Batch of the group that is joined with the rows of the left batch up to an end. */
  private @Nullable VectorBatch groupBatch;

  private int leftRow;
  private int leftEnd = -1;
  private boolean returnsGroup;
  private long spilledBytes;

  public MergeJoinOperator(QueryContext query, JoinShape shape, Operator left, Operator right) {
    super(query, left, right);
    if (shape.keys().isEmpty() || shape.kind() == JoinPlan.Kind.NULL_AWARE_ANTI) {
      throw new IllegalArgumentException("no merge join: shape=" + shape);
    }
    this.shape = shape;
    this.sides = new JoinSides(shape, false);
    this.condition = shape.condition() == null ? null : new JoinCondition(shape.condition(), false);
    this.order = new MergeOrder(shape);
    boolean[] nullsEqual = new boolean[shape.keys().size()];
    for (int i = 0; i < nullsEqual.length; i++) {
      nullsEqual[i] = shape.keys().get(i).nullsEqual();
    }
    this.left = new MergeInput(left, order.leftColumns(), nullsEqual);
    this.right = new MergeInput(right, order.rightColumns(), nullsEqual);
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (!ready.isEmpty()) {
      return ready.poll();
    }
    if (isFinished) {
      return null;
    }
    if (group != null) {
      return joinGroup(group);
    }
    boolean hasLeft = left.load();
    if (!hasLeft && sides.buildRest() == JoinSides.Rest.NONE) {
      isFinished = true;
      return null;
    }
    boolean hasRight = right.load();
    if (hasLeft && hasRight) {
      return merge();
    }
    if (hasLeft) {
      isFinished = sides.isEmptyWithoutBuild();
      finishLeft();
    } else if (hasRight) {
      finishRight(right.batch().rowCount());
    } else {
      isFinished = true;
    }
    return JoinSides.NO_ROWS;
  }

  /** Compares rows up to the end of a batch, or until there are enough pairs. */
  private VectorBatch merge() {
    count = 0;
    boolean goesOn = true;
    while (goesOn && count < leftRows.length && !left.isAtEnd() && !right.isAtEnd()) {
      goesOn = step();
    }
    VectorBatch pairs = count == 0 ? JoinSides.NO_ROWS : matching(right.batch());
    if (!goesOn) {
      startGroup();
    } else {
      if (left.isAtEnd()) {
        finishLeft();
      }
      if (right.isAtEnd()) {
        finishRight(right.batch().rowCount());
      }
    }
    return pairs;
  }

  /** Compares the present rows. Returns false if equal rows reach the end of the right batch. */
  private boolean step() {
    int leftAt = left.row();
    int rightAt = right.row();
    if (left.isIncomplete(leftAt)) {
      left.moveTo(leftAt + 1);
      return true;
    }
    if (right.isIncomplete(rightAt)) {
      right.moveTo(rightAt + 1);
      return true;
    }
    boolean isKnown = groupStart == rightAt;
    if (!isKnown || groupRow == rightAt) {
      int compared = order.compare(left.batch(), leftAt, right.batch(), rightAt);
      if (compared < 0) {
        left.moveTo(leftAt + 1);
        return true;
      }
      if (compared > 0) {
        right.moveTo(isKnown ? groupEnd : rightAt + 1);
        return true;
      }
      if (!isKnown && !findGroup(rightAt)) {
        return false;
      }
    }
    addPairs(leftAt);
    return true;
  }

  private boolean findGroup(int start) {
    int end = endOfEqual(right.batch(), start, right.batch(), start);
    if (end == right.batch().rowCount()) {
      return false;
    }
    groupStart = start;
    groupEnd = end;
    groupRow = start;
    return true;
  }

  /** Returns the end of the rows of the right input from {@code from} on that equal a row. */
  private int endOfEqual(VectorBatch batch, int from, VectorBatch keyBatch, int keyRow) {
    int end = from;
    while (end < batch.rowCount() && order.isSameRight(batch, end, keyBatch, keyRow)) {
      end++;
    }
    return end;
  }

  private void addPairs(int leftAt) {
    if (isSimpleTest() || (!sides.returnsPairs() && left.matched()[leftAt])) {
      left.matched()[leftAt] = true;
      groupRow = groupStart;
      left.moveTo(leftAt + 1);
      return;
    }
    while (groupRow < groupEnd && count < leftRows.length) {
      leftRows[count] = leftAt;
      rightRows[count++] = groupRow++;
    }
    if (groupRow == groupEnd) {
      groupRow = groupStart;
      left.moveTo(leftAt + 1);
    }
  }

  /** Returns whether rows of the left input are returned by the existence of equal keys. */
  private boolean isSimpleTest() {
    return !sides.returnsPairs() && condition == null;
  }

  /** Returns the pairs that match, if pairs are returned, and marks their rows. */
  private VectorBatch matching(VectorBatch rightBatch) {
    VectorBatch pairs =
        sides.pairs(left.batch().gather(leftRows, count), rightBatch.gather(rightRows, count));
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
    left.matched()[leftRows[pair]] = true;
    if (group == null) {
      right.matched()[rightRows[pair]] = true;
    } else {
      group.mark(rightRows[pair]);
    }
  }

  /** Ends the left batch. */
  private void finishLeft() {
    VectorBatch rest = sides.probeRest(left.batch(), left.matched());
    if (rest.rowCount() > 0) {
      ready.add(rest);
    }
    left.drop();
  }

  /** Ends the rows of the right batch before {@code end}. */
  private void finishRight(int end) {
    VectorBatch batch = right.batch();
    if (sides.buildRest() != JoinSides.Rest.NONE) {
      int[] rows = new int[end];
      int restCount = 0;
      for (int row = right.firstUnreturned(); row < end; row++) {
        rows[restCount] = row;
        restCount += right.matched()[row] ? 0 : 1;
      }
      if (restCount > 0) {
        ready.add(sides.asBuildRest(batch.gather(rows, restCount)));
      }
    }
    right.setFirstUnreturned(end);
    groupStart = -1;
    if (end == batch.rowCount()) {
      right.drop();
    }
  }

  /** Collects the rows of the right input from the present one on that are equal. */
  private void startGroup() {
    VectorBatch batch = right.batch();
    int start = right.row();
    MergeGroup some = new MergeGroup(batch, start, shape.rightTypes(), spillContext());
    group = some;
    some.append(batch.slice(start, batch.rowCount()));
    if (start > 0) {
      finishRight(start);
    }
    right.drop();
    while (right.load()) {
      batch = right.batch();
      int end = endOfEqual(batch, 0, some.keyBatch(), some.keyRow());
      if (end > 0) {
        some.append(batch.slice(0, end));
      }
      if (end < batch.rowCount()) {
        right.moveTo(end);
        right.setFirstUnreturned(end);
        break;
      }
      right.drop();
    }
    groupStart = -1;
    leftEnd = -1;
    groupBatch = null;
    returnsGroup = false;
    some.finish();
  }

  private VectorBatch joinGroup(MergeGroup some) {
    if (returnsGroup) {
      return restOfGroup(some);
    }
    if (leftEnd < 0 && !startLeft(some)) {
      returnsGroup = true;
      some.rewind();
      return JoinSides.NO_ROWS;
    }
    VectorBatch batch = groupBatch;
    if (batch == null) {
      batch = isDecided() ? null : some.advance();
      groupBatch = batch;
      groupRow = 0;
      leftRow = left.row();
    }
    if (batch == null) {
      left.moveTo(leftEnd);
      leftEnd = -1;
      if (left.isAtEnd()) {
        finishLeft();
      }
      return JoinSides.NO_ROWS;
    }
    fillGroupPairs(batch.rowCount());
    if (leftRow == leftEnd) {
      groupBatch = null;
    }
    return count == 0 ? JoinSides.NO_ROWS : matching(batch);
  }

  /** Finds the rows of the left batch that equal the group. Returns whether there are any. */
  private boolean startLeft(MergeGroup some) {
    if (!left.load()) {
      return false;
    }
    VectorBatch batch = left.batch();
    int end = left.row();
    while (end < batch.rowCount()
        && !left.isIncomplete(end)
        && order.compare(batch, end, some.keyBatch(), some.keyRow()) == 0) {
      end++;
    }
    if (end == left.row()) {
      return false;
    }
    leftEnd = end;
    if (isSimpleTest()) {
      Arrays.fill(left.matched(), left.row(), end, true);
    }
    some.rewind();
    return true;
  }

  /** Returns whether more pairs cannot change which of these rows of the left are returned. */
  private boolean isDecided() {
    if (sides.returnsPairs()) {
      return false;
    }
    for (int row = left.row(); row < leftEnd; row++) {
      if (!left.matched()[row]) {
        return false;
      }
    }
    return true;
  }

  private void fillGroupPairs(int rightCount) {
    boolean skipsMatched = !sides.returnsPairs();
    count = 0;
    while (count < leftRows.length && leftRow < leftEnd) {
      if (groupRow == rightCount || (skipsMatched && left.matched()[leftRow])) {
        leftRow++;
        groupRow = 0;
      } else {
        leftRows[count] = leftRow;
        rightRows[count++] = groupRow++;
      }
    }
  }

  private VectorBatch restOfGroup(MergeGroup some) {
    VectorBatch batch = sides.buildRest() == JoinSides.Rest.NONE ? null : some.advance();
    if (batch == null) {
      closeGroup();
      return JoinSides.NO_ROWS;
    }
    VectorBatch rest = some.unmatched(batch);
    return rest.rowCount() == 0 ? rest : sides.asBuildRest(rest);
  }

  private void closeGroup() {
    MergeGroup some = requireNonNull(group, "group is null");
    group = null;
    spilledBytes += some.spilledBytes();
    some.close();
  }

  @Override
  protected void release() {
    isFinished = true;
    if (group != null) {
      closeGroup();
    }
    recordSpill(spilledBytes);
  }
}
