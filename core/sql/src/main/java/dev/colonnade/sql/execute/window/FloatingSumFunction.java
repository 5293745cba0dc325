package dev.colonnade.sql.execute.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.RowCursor;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * SUM and AVG of DOUBLE PRECISION over frames without exclusion. Values cannot be subtracted
 * without an error of rounding: a frame of some rows that moves is added again. In a larger one the
 * sums from each row to a middle row are kept, and those after the middle are added to them.
 */
final class FloatingSumFunction extends SlidingFrame implements WindowFunction {
  /** Number of rows that are added again for each frame. */
  private static final int ADDED_ROWS_MAX = 128;

  private final FrameBounds bounds;
  private final WindowPlan.Call call;
  private final int column;
  private final OperatorMemory memory;

  /** Values of the frame that are not NULL, from {@code first} to before {@code end}. */
  private double[] values = new double[ADDED_ROWS_MAX];

  private int first;
  private int end;
  private boolean hasLeft;

  /** Sums of the values from an index to before {@code middle}. */
  private double[] sumsToMiddle = new double[0];

  private int middle;
  private double sumFromMiddle;

  FloatingSumFunction(
      WindowRows rows, FrameBounds bounds, WindowPlan.Call call, OperatorMemory memory) {
    super(rows);
    this.bounds = bounds;
    this.call = call;
    this.column = call.arguments().getFirst();
    this.memory = memory;
  }

  static boolean isFor(String function, VectorType argument, VectorType result) {
    boolean isSum = function.equals("sum") || function.equals("sum0") || function.equals("avg");
    return isSum
        && argument.form() == VectorType.Form.DOUBLE
        && result.form() == VectorType.Form.DOUBLE;
  }

  @Override
  public boolean needsFrames() {
    return true;
  }

  @Override
  void enter(RowCursor row, long position) {
    DoubleVector vector = (DoubleVector) row.column(column);
    if (vector.isNull(row.row())) {
      return;
    }
    double value = vector.values()[row.row()];
    if (!bounds.startsWithPartition()) {
      reserve();
      values[end] = value;
    }
    end++;
    sumFromMiddle =
        hasLeft ? sumFromMiddle + value : CheckedArithmetic.addDouble(sumFromMiddle, value);
  }

  /** Makes space for a value. */
  private void reserve() {
    if (end < values.length) {
      return;
    }
    if (first < values.length / 2) {
      values = Arrays.copyOf(values, values.length * 2);
      memory.set((long) values.length * 2 * Double.BYTES);
      return;
    }
    System.arraycopy(values, first, values, 0, end - first);
    if (middle > first) {
      System.arraycopy(sumsToMiddle, first, sumsToMiddle, 0, middle - first);
    }
    middle = Math.max(0, middle - first);
    end -= first;
    first = 0;
  }

  @Override
  void leave(RowCursor row, long position) {
    if (!row.column(column).isNull(row.row())) {
      first++;
      hasLeft = true;
    }
  }

  @Override
  void clear() {
    first = 0;
    end = 0;
    hasLeft = false;
    middle = 0;
    sumFromMiddle = 0;
  }

  private double sum() {
    if (!hasLeft) {
      return sumFromMiddle;
    }
    if (end - first <= ADDED_ROWS_MAX) {
      return sumInOrder();
    }
    if (first >= middle) {
      moveMiddle();
    }
    double sum = sumsToMiddle[first] + sumFromMiddle;
    return Double.isInfinite(sum) ? sumInOrder() : sum;
  }

  /** Returns the sum as PostgreSQL computes it; reports an overflow. */
  private double sumInOrder() {
    double sum = 0;
    for (int i = first; i < end; i++) {
      sum = CheckedArithmetic.addDouble(sum, values[i]);
    }
    return sum;
  }

  private void moveMiddle() {
    if (sumsToMiddle.length < end) {
      sumsToMiddle = new double[values.length];
    }
    middle = end;
    sumFromMiddle = 0;
    double sum = 0;
    for (int i = end - 1; i >= first; i--) {
      sum += values[i];
      sumsToMiddle[i] = sum;
    }
  }

  @Override
  public Vector values(WindowBlock block, FrameBounds.@Nullable Frames frames) {
    FrameBounds.Frames known = requireNonNull(frames, "frames is null");
    double[] results = new double[block.count()];
    boolean[] nulls = new boolean[results.length];
    for (int row = 0; row < results.length; row++) {
      moveTo(known.starts()[row], known.ends()[row]);
      int count = end - first;
      nulls[row] = count == 0 && !call.function().equals("sum0");
      if (count > 0) {
        double sum = sum();
        results[row] = call.function().equals("avg") ? sum / count : sum;
      }
    }
    return new DoubleVector(results, nulls);
  }

  @Override
  public long firstNeeded(long next) {
    return firstNeeded(next, bounds.startsWithPartition());
  }

  @Override
  public void close() {
    memory.close();
  }
}
