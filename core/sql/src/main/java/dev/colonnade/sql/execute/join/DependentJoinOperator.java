package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.hash.JoinCondition;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Dependent join operator: runs the right input once for each row of the left one, which it reads
 * as outer row. Small results are collected, so that batches become full.
 */
public final class DependentJoinOperator extends Operator {
  /** Batches of the right input from this size on are not copied. */
  private static final int ROWS_LARGE = 512;

  private final JoinPlan.Kind kind;
  private final JoinShape shape;
  private final int outerId;
  private final Supplier<Operator> rightPlan;
  private final @Nullable JoinCondition condition;
  private final OperatorMemory share;

  private @Nullable VectorBatch leftBatch;
  private int leftRow;
  private boolean isMatched;
  private @Nullable Operator right;

  /** Large batch that comes after the collected rows. */
  private @Nullable VectorBatch following;

  private final int[] leftRows = new int[VectorBatch.ROWS + ROWS_LARGE];
  private int count;
  private VectorBuilder[] columns = new VectorBuilder[0];

  /**
   * Creates the operator.
   *
   * @param outerId by which expressions of the right input refer to the row
   * @param rightPlan new operators of the right input, for each row
   */
  public DependentJoinOperator(
      QueryContext query,
      JoinShape shape,
      int outerId,
      Operator left,
      Supplier<Operator> rightPlan) {
    super(query, left);
    switch (shape.kind()) {
      case INNER, LEFT, SEMI, ANTI -> {}
      case RIGHT, FULL, NULL_AWARE_ANTI ->
          throw new IllegalArgumentException("no dependent join: kind=" + shape.kind());
    }
    this.kind = shape.kind();
    this.shape = shape;
    this.outerId = outerId;
    this.rightPlan = requireNonNull(rightPlan, "rightPlan is null");
    this.condition = shape.condition() == null ? null : new JoinCondition(shape.condition(), false);
    this.share = memory().newPart();
    startCollecting();
  }

  private void startCollecting() {
    count = 0;
    columns =
        kind.isLeftOnly()
            ? new VectorBuilder[0]
            : shape.rightTypes().stream().map(VectorBuilder::new).toArray(VectorBuilder[]::new);
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (following != null) {
      VectorBatch large = following;
      following = null;
      return large;
    }
    if (leftBatch == null) {
      leftBatch = input(0).next();
      leftRow = 0;
      if (leftBatch == null) {
        return null;
      }
    }
    VectorBatch left = leftBatch;
    while (count < VectorBatch.ROWS && following == null && leftRow < left.rowCount()) {
      query().cancellation().check();
      step(left);
    }
    VectorBatch returned = collected(left);
    if (leftRow == left.rowCount()) {
      leftBatch = null;
    }
    return returned;
  }

  /** Reads one batch of the right input, or ends it. */
  private void step(VectorBatch left) {
    Operator present = right;
    if (present == null) {
      query().evaluation().setOuter(outerId, left, leftRow);
      present = rightPlan.get();
      right = present;
      isMatched = false;
    }
    VectorBatch rows = present.next();
    if (rows != null) {
      add(left, rows);
    }
    if (rows == null || (isMatched && kind.isLeftOnly())) {
      right = null;
      present.close();
      finishRow();
      leftRow++;
    }
  }

  private void add(VectorBatch left, VectorBatch rows) {
    VectorBatch pairs = null;
    VectorBatch matching = rows;
    if (condition != null) {
      pairs = VectorBatch.beside(repeated(left, rows.rowCount()), rows);
      int[] selected = new int[rows.rowCount()];
      int selectedCount = condition.select(pairs, query().evaluation(), selected);
      matching = selectedCount == rows.rowCount() ? rows : rows.gather(selected, selectedCount);
    }
    isMatched |= matching.rowCount() > 0;
    if (kind.isLeftOnly() || matching.rowCount() == 0) {
      return;
    }
    if (matching.rowCount() >= ROWS_LARGE) {
      following = VectorBatch.beside(repeated(left, matching.rowCount()), matching);
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i].appendAll(matching.column(i), matching.rowCount());
    }
    Arrays.fill(leftRows, count, count + matching.rowCount(), leftRow);
    count += matching.rowCount();
  }

  private VectorBatch repeated(VectorBatch left, int times) {
    int[] rows = new int[times];
    Arrays.fill(rows, leftRow);
    return left.gather(rows, times);
  }

  /** Adds the row itself if it is returned because of its matches. */
  private void finishRow() {
    boolean isAdded =
        switch (kind) {
          case LEFT, ANTI -> !isMatched;
          case SEMI -> isMatched;
          case INNER, RIGHT, FULL, NULL_AWARE_ANTI -> false;
        };
    if (isAdded) {
      for (VectorBuilder column : columns) {
        column.appendNull();
      }
      leftRows[count++] = leftRow;
    }
  }

  /** Returns the collected rows, and starts to collect again. */
  private VectorBatch collected(VectorBatch left) {
    if (count == 0) {
      return JoinSides.NO_ROWS;
    }
    VectorBatch rows = left.gather(leftRows, count);
    if (!kind.isLeftOnly()) {
      Vector[] vectors = new Vector[columns.length];
      long bytes = 0;
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = columns[i].build();
        bytes += columns[i].memoryBytes();
      }
      share.set(bytes);
      rows = VectorBatch.beside(rows, new VectorBatch(count, vectors));
    }
    startCollecting();
    return rows;
  }

  @Override
  protected void release() {
    following = null;
    share.close();
    if (right != null) {
      right.close();
      right = null;
    }
  }
}
