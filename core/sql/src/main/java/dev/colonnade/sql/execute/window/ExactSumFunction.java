package dev.colonnade.sql.execute.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.value.NumberConversion;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.RowCursor;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * COUNT, and SUM and AVG of exact numbers, over frames without exclusion: rows that leave the frame
 * are subtracted.
 */
final class ExactSumFunction extends SlidingFrame implements WindowFunction {
  private final FrameBounds bounds;
  private final WindowPlan.Call call;
  private final int column;
  private final VectorType type;
  private long count;
  private long low;
  private long high;

  /** Sum of the values that are not in the form LONG, and how many of them have each scale. */
  private BigDecimal others = BigDecimal.ZERO;

  private final TreeMap<Integer, Long> scales = new TreeMap<>();

  /** Number of occurrences of each value that is NaN or infinite. */
  private final TreeMap<BigDecimal, Long> specials = new TreeMap<>();

  /**
   * Creates the function.
   *
   * @param column argument; negative for COUNT of rows
   */
  ExactSumFunction(WindowRows rows, FrameBounds bounds, WindowPlan.Call call, int column) {
    super(rows);
    this.bounds = bounds;
    this.call = call;
    this.column = column;
    this.type = column < 0 ? call.result() : rows.type(column);
  }

  /** Returns whether the class computes a function of an argument. */
  static boolean isFor(String function, VectorType argument) {
    return switch (function) {
      case "count" -> true;
      case "sum", "sum0", "avg" ->
          argument.kind().isInteger() || argument.kind() == TypeKind.NUMERIC;
      default -> false;
    };
  }

  @Override
  public boolean needsFrames() {
    return true;
  }

  @Override
  void enter(RowCursor row, long position) {
    change(row, 1);
  }

  @Override
  void leave(RowCursor row, long position) {
    change(row, -1);
  }

  @Override
  void clear() {
    count = 0;
    low = 0;
    high = 0;
    others = BigDecimal.ZERO;
    scales.clear();
    specials.clear();
  }

  private void change(RowCursor row, int sign) {
    if (column < 0) {
      count += sign;
      return;
    }
    Vector vector = row.column(column);
    if (vector.isNull(row.row())) {
      return;
    }
    count += sign;
    if (call.function().equals("count")) {
      return;
    }
    if (vector instanceof LongVector longs) {
      add(longs.values()[row.row()], sign);
    } else {
      change((BigDecimal) requireNonNull(row.held(column), "value is null"), sign);
    }
  }

  private void add(long value, int sign) {
    long before = low;
    if (sign > 0) {
      low = before + value;
      high += (value >> 63) + (Long.compareUnsigned(low, before) < 0 ? 1 : 0);
    } else {
      low = before - value;
      high -= (value >> 63) + (Long.compareUnsigned(before, value) < 0 ? 1 : 0);
    }
  }

  private void change(BigDecimal value, int sign) {
    if (SpecialNumeric.is(value)) {
      specials.merge(value, (long) sign, Long::sum);
      specials.remove(value, 0L);
      return;
    }
    others = sign > 0 ? others.add(value) : others.subtract(value);
    scales.merge(value.scale(), (long) sign, Long::sum);
    scales.remove(value.scale(), 0L);
  }

  @Override
  public Vector values(WindowBlock block, FrameBounds.@Nullable Frames frames) {
    FrameBounds.Frames known = requireNonNull(frames, "frames is null");
    if (call.result().form() != Form.LONG) {
      return objects(block, known, 0, new VectorBuilder(call.result()));
    }
    long[] values = new long[block.count()];
    boolean[] nulls = new boolean[values.length];
    for (int row = 0; row < values.length; row++) {
      moveTo(known.starts()[row], known.ends()[row]);
      if (call.function().equals("count")) {
        values[row] = count;
      } else if (count == 0) {
        nulls[row] = !call.function().equals("sum0");
      } else if (isLong()) {
        values[row] = low;
      } else {
        VectorBuilder builder = new VectorBuilder(call.result());
        LongVector before = new LongVector(values, nulls);
        for (int i = 0; i < row; i++) {
          builder.append(before, i);
        }
        return objects(block, known, row, builder);
      }
    }
    return new LongVector(values, nulls);
  }

  private boolean isLong() {
    if (high == low >> 63 && scales.isEmpty() && specials.isEmpty()) {
      return true;
    }
    if (call.result().kind() != TypeKind.NUMERIC) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, call.result().kind().sqlName() + " out of range");
    }
    return false;
  }

  private Vector objects(
      WindowBlock block, FrameBounds.Frames frames, int first, VectorBuilder values) {
    for (int row = first; row < block.count(); row++) {
      moveTo(frames.starts()[row], frames.ends()[row]);
      values.appendHeld(NumberConversion.as(call.result().kind(), value()));
    }
    return values.slice(0, block.count());
  }

  private @Nullable Object value() {
    return switch (call.function()) {
      case "count" -> count;
      case "avg" ->
          count == 0 ? null : CheckedArithmetic.divideDecimal(sum(), BigDecimal.valueOf(count));
      case "sum0" -> sum();
      default -> count == 0 ? null : sum();
    };
  }

  private BigDecimal sum() {
    if (!specials.isEmpty()) {
      return specials.keySet().stream().reduce(CheckedArithmetic::addDecimal).orElseThrow();
    }
    BigInteger units =
        BigInteger.valueOf(high)
            .shiftLeft(Long.SIZE)
            .add(low >= 0 ? BigInteger.valueOf(low) : new BigInteger(Long.toUnsignedString(low)));
    BigDecimal sum = new BigDecimal(units, type.scale()).add(others);
    int scale = scales.isEmpty() ? type.scale() : Math.max(type.scale(), scales.lastKey());
    return sum.setScale(scale);
  }

  @Override
  public long firstNeeded(long next) {
    return firstNeeded(next, bounds.startsWithPartition());
  }
}
