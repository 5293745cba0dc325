package dev.colonnade.sql.window;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.aggregate.GroupAccumulator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of the function calls of a window operator. An aggregate is updated incrementally from
 * one row to the next while the frame only grows at its end, and is restarted otherwise. Not
 * thread-safe.
 */
public final class WindowEvaluator {
  /** Rows between two cancellation checks; a power of two. */
  private static final int ROWS_PER_CHECK = 1024;

  private final Runnable cancellation;
  private int rowCount;

  private WindowEvaluator(Runnable cancellation) {
    this.cancellation = cancellation;
  }

  /**
   * Returns all rows with the results of the calls.
   *
   * @param cancellation throws if the statement was canceled
   */
  public static List<@Nullable Object[]> of(
      WindowPlan plan, List<@Nullable Object[]> input, Runnable cancellation) {
    int width = plan.width();
    int all = width;
    for (WindowPlan.Group group : plan.groups()) {
      all += group.calls().size();
    }
    List<@Nullable Object[]> rows = new ArrayList<>(input.size());
    for (@Nullable Object[] row : input) {
      rows.add(Arrays.copyOf(row, all));
    }
    WindowEvaluator run = new WindowEvaluator(cancellation);
    int column = width;
    for (WindowPlan.Group group : plan.groups()) {
      run.add(group, rows, column);
      column += group.calls().size();
    }
    return rows;
  }

  private void add(WindowPlan.Group group, List<@Nullable Object[]> rows, int column) {
    WindowRowComparator order = new WindowRowComparator(group.keys(), group.order());
    rows.sort(order);
    int start = 0;
    for (int i = 1; i <= rows.size(); i++) {
      if (i == rows.size() || order.compareKeys(rows.get(start), rows.get(i)) != 0) {
        WindowPartition partition = new WindowPartition(rows.subList(start, i), group, order);
        for (int call = 0; call < group.calls().size(); call++) {
          add(partition, group.frame().exclusion(), group.calls().get(call), column + call);
        }
        start = i;
      }
    }
  }

  private void add(
      WindowPartition partition, WindowPlan.Exclusion exclusion, WindowPlan.Call call, int column) {
    for (int i = 0; i < partition.size() && !WindowAccumulators.isAggregate(call); i++) {
      checkCanceled();
      partition.row(i)[column] = number(partition, exclusion, call, i);
    }
    if (WindowAccumulators.isAggregate(call)) {
      accumulate(partition, exclusion, call, column);
    }
  }

  private @Nullable Object number(
      WindowPartition partition, WindowPlan.Exclusion exclusion, WindowPlan.Call call, int row) {
    Object value =
        switch (call.name()) {
          case "ROW_NUMBER" -> row + 1L;
          case "RANK" -> partition.groupStart(row) + 1L;
          case "DENSE_RANK" -> partition.group(row) + 1L;
          case "NTILE" -> tile(partition, call, row);
          case "LAG" -> offsetValue(partition, call, row, -1);
          case "LEAD" -> offsetValue(partition, call, row, 1);
          case "FIRST_VALUE" -> ofFrame(partition, exclusion, call, row, 1);
          case "LAST_VALUE" -> ofFrame(partition, exclusion, call, row, -1);
          case "NTH_VALUE" -> nth(partition, exclusion, call, row);
          default ->
              throw new ColonnadeException(
                  ErrorCode.UNSUPPORTED,
                  "this frame is not supported for the function: name=" + call.name());
        };
    return WindowAccumulators.as(call.result(), value);
  }

  private static @Nullable Object tile(WindowPartition partition, WindowPlan.Call call, int row) {
    Number buckets = (Number) call.argument(0, partition.row(0));
    if (buckets == null) {
      return null;
    }
    long count = buckets.longValue();
    if (count <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NTILE, "argument of ntile must be greater than zero");
    }
    long size = partition.size() / count;
    long larger = partition.size() % count;
    long rowsInLarger = larger * (size + 1);
    return row < rowsInLarger ? row / (size + 1) + 1 : larger + (row - rowsInLarger) / size + 1;
  }

  private static @Nullable Object offsetValue(
      WindowPartition partition, WindowPlan.Call call, int row, int direction) {
    Number steps =
        call.arguments().size() < 2
            ? Integer.valueOf(1)
            : (Number) call.argument(1, partition.row(row));
    if (steps == null) {
      return null;
    }
    long position = row + direction * steps.longValue();
    return position >= 0 && position < partition.size()
        ? call.argument(0, partition.row((int) position))
        : call.argument(2, partition.row(row));
  }

  private @Nullable Object nth(
      WindowPartition partition, WindowPlan.Exclusion exclusion, WindowPlan.Call call, int row) {
    Number position = (Number) call.argument(1, partition.row(row));
    return position == null ? null : ofFrame(partition, exclusion, call, row, position.longValue());
  }

  /**
   * Returns the argument at a row of the frame, counted from 1, or from the end if the position is
   * negative.
   */
  private @Nullable Object ofFrame(
      WindowPartition partition,
      WindowPlan.Exclusion exclusion,
      WindowPlan.Call call,
      int row,
      long position) {
    int start = partition.frameStart(row);
    int end = partition.frameEnd(row);
    long left = Math.abs(position);
    int step = position < 0 ? -1 : 1;
    for (int i = position < 0 ? end - 1 : start; i >= start && i < end; i += step) {
      checkCanceled();
      if (isSeen(partition, exclusion, row, i) && --left == 0) {
        return call.argument(0, partition.row(i));
      }
    }
    return null;
  }

  private void accumulate(
      WindowPartition partition, WindowPlan.Exclusion exclusion, WindowPlan.Call call, int column) {
    GroupAccumulator accumulator = WindowAccumulators.start(call);
    int from = 0;
    int reached = 0;
    for (int row = 0; row < partition.size(); row++) {
      int start = partition.frameStart(row);
      int end = Math.max(start, partition.frameEnd(row));
      boolean isIncremental =
          exclusion == WindowPlan.Exclusion.NOTHING && start == from && end >= reached;
      if (!isIncremental) {
        accumulator = WindowAccumulators.start(call);
        from = start;
        reached = start;
      }
      while (reached < end) {
        checkCanceled();
        if (isSeen(partition, exclusion, row, reached)) {
          accumulator.add(arguments(call, partition.row(reached)));
        }
        reached++;
      }
      partition.row(row)[column] = WindowAccumulators.as(call.result(), accumulator.result());
    }
  }

  private static boolean isSeen(
      WindowPartition partition, WindowPlan.Exclusion exclusion, int row, int candidate) {
    return switch (exclusion) {
      case NOTHING -> true;
      case CURRENT_ROW -> candidate != row;
      case GROUP -> partition.group(candidate) != partition.group(row);
      case TIES -> candidate == row || partition.group(candidate) != partition.group(row);
    };
  }

  private static @Nullable Object[] arguments(WindowPlan.Call call, @Nullable Object[] row) {
    @Nullable Object[] arguments = new @Nullable Object[call.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = call.argument(i, row);
    }
    return arguments;
  }

  private void checkCanceled() {
    if ((++rowCount & (ROWS_PER_CHECK - 1)) == 0) {
      cancellation.run();
    }
  }
}
