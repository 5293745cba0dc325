package dev.colonnade.sql.execute.window;

import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.value.NumberConversion;
import dev.colonnade.sql.execute.window.frame.RangeOffset;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.GroupAccumulator;
import dev.colonnade.sql.function.value.FrameOffset;
import dev.colonnade.sql.function.value.FrameOffset.Mode;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reference implementation of window functions: every frame is searched from its definition. */
@SuppressWarnings("NullAway")
final class WindowReference {
  private final TestRows input;
  private final WindowPlan plan;
  private List<List<@Nullable Object>> rows = List.of();

  WindowReference(TestRows input, WindowPlan plan) {
    this.input = input;
    this.plan = plan;
  }

  /** Returns the rows in the order of the window, with the values of the calls. */
  List<List<@Nullable Object>> rows() {
    List<List<@Nullable Object>> all = new ArrayList<>(input.rows());
    all.sort(
        (left, right) -> {
          int order = comparePartitions(left, right);
          return order != 0 ? order : comparePeers(left, right);
        });
    List<List<@Nullable Object>> result = new ArrayList<>();
    int start = 0;
    for (int end = 1; end <= all.size(); end++) {
      if (end == all.size() || comparePartitions(all.get(start), all.get(end)) != 0) {
        rows = all.subList(start, end);
        for (int row = 0; row < rows.size(); row++) {
          List<@Nullable Object> out = new ArrayList<>(rows.get(row));
          for (WindowPlan.Call call : plan.calls()) {
            out.add(NumberConversion.as(call.result().kind(), value(call, row)));
          }
          result.add(out);
        }
        start = end;
      }
    }
    return result;
  }

  private int comparePartitions(List<@Nullable Object> left, List<@Nullable Object> right) {
    for (int key : plan.partitionKeys()) {
      int order = compare(new SortKey(key, false, false), left, right);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int comparePeers(List<@Nullable Object> left, List<@Nullable Object> right) {
    for (SortKey key : plan.orderKeys()) {
      int order = compare(key, left, right);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compare(SortKey key, List<@Nullable Object> left, List<@Nullable Object> right) {
    Object some = left.get(key.column());
    Object other = right.get(key.column());
    if (some == null || other == null) {
      return some == other ? 0 : (some == null) == key.nullsFirst() ? -1 : 1;
    }
    int order =
        RowComparator.compareValues(input.types().get(key.column()).ofValues(), some, other);
    return key.descending() ? -order : order;
  }

  private boolean arePeers(int left, int right) {
    return comparePeers(rows.get(left), rows.get(right)) == 0;
  }

  private int group(int row) {
    int group = 0;
    for (int i = 1; i <= row; i++) {
      group += arePeers(i - 1, i) ? 0 : 1;
    }
    return group;
  }

  private @Nullable Object value(WindowPlan.Call call, int row) {
    int firstPeer = row;
    while (firstPeer > 0 && arePeers(firstPeer - 1, row)) {
      firstPeer--;
    }
    int lastPeer = row;
    while (lastPeer + 1 < rows.size() && arePeers(lastPeer + 1, row)) {
      lastPeer++;
    }
    int size = rows.size();
    return switch (call.function()) {
      case "row_number" -> row + 1L;
      case "rank" -> firstPeer + 1L;
      case "dense_rank" -> group(row) + 1L;
      case "percent_rank" -> size == 1 ? 0.0 : firstPeer / (double) (size - 1);
      case "cume_dist" -> (lastPeer + 1) / (double) size;
      case "ntile" -> tile(row, size, ((Number) argument(call, 0, 0)).intValue());
      case "lag" -> shifted(call, row, -1);
      case "lead" -> shifted(call, row, 1);
      default -> ofFrame(call, row, frame(row));
    };
  }

  private @Nullable Object argument(WindowPlan.Call call, int index, int row) {
    return rows.get(row).get(call.arguments().get(index));
  }

  private static int tile(int row, int size, int count) {
    int bucket = 0;
    int end = 0;
    while (row >= end) {
      end += size / count + (bucket < size % count ? 1 : 0);
      bucket++;
    }
    return bucket;
  }

  private @Nullable Object shifted(WindowPlan.Call call, int row, int direction) {
    Object steps = call.arguments().size() < 2 ? Integer.valueOf(1) : argument(call, 1, row);
    if (steps == null) {
      return null;
    }
    int at = row + direction * ((Number) steps).intValue();
    if (at >= 0 && at < rows.size()) {
      return argument(call, 0, at);
    }
    return call.arguments().size() < 3 ? null : argument(call, 2, row);
  }

  private List<Integer> frame(int row) {
    List<Integer> frame = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      boolean isExcluded =
          switch (plan.frame().exclusion()) {
            case NOTHING -> false;
            case CURRENT_ROW -> i == row;
            case GROUP -> arePeers(i, row);
            case TIES -> i != row && arePeers(i, row);
          };
      if (!isExcluded && isFrom(row, i) && isTo(row, i)) {
        frame.add(i);
      }
    }
    return frame;
  }

  private boolean isOfRows() {
    return plan.frame().isRows()
        && offset(plan.frame().start()).mode() == Mode.ROWS
        && offset(plan.frame().end()).mode() == Mode.ROWS;
  }

  private FrameOffset offset(WindowPlan.Bound bound) {
    Object value = bound.column() < 0 ? null : rows.getFirst().get(bound.column());
    return value instanceof FrameOffset offset ? offset : new FrameOffset(Mode.ROWS, value);
  }

  private boolean isFrom(int row, int candidate) {
    WindowPlan.Bound bound = plan.frame().start();
    if (bound.isUnbounded()) {
      return true;
    }
    if (bound.isCurrent()) {
      return candidate >= row || (!isOfRows() && arePeers(candidate, row));
    }
    return distance(row, candidate, bound) >= 0;
  }

  private boolean isTo(int row, int candidate) {
    WindowPlan.Bound bound = plan.frame().end();
    if (bound.isUnbounded()) {
      return true;
    }
    if (bound.isCurrent()) {
      return candidate <= row || (!isOfRows() && arePeers(candidate, row));
    }
    return distance(row, candidate, bound) <= 0;
  }

  /** Returns the sign of the position of a row relative to a bound. */
  private int distance(int row, int candidate, WindowPlan.Bound bound) {
    FrameOffset offset = offset(bound);
    return switch (offset.mode()) {
      case ROWS ->
          Long.signum(candidate - row - bound.direction() * ((Number) offset.value()).longValue());
      case GROUPS ->
          Long.signum(
              group(candidate)
                  - group(row)
                  - bound.direction() * ((Number) offset.value()).longValue());
      case RANGE -> rangeDistance(row, candidate, bound, offset);
    };
  }

  private int rangeDistance(int row, int candidate, WindowPlan.Bound bound, FrameOffset offset) {
    SortKey key = plan.orderKeys().getFirst();
    TypeKind kind = input.types().get(key.column()).kind();
    Object own = rows.get(row).get(key.column());
    Object other = rows.get(candidate).get(key.column());
    if (own == null || other == null) {
      return own == other ? 0 : (other == null) == key.nullsFirst() ? -1 : 1;
    }
    int direction = key.descending() ? -bound.direction() : bound.direction();
    Object limit = RangeOffset.away(kind, own, offset.value(), direction, offset.zone());
    int order = SqlValueComparator.compare(RangeOffset.comparable(kind, other), limit);
    return Integer.signum(key.descending() ? -order : order);
  }

  private @Nullable Object ofFrame(WindowPlan.Call call, int row, List<Integer> frame) {
    switch (call.function()) {
      case "first_value" -> {
        return frame.isEmpty() ? null : argument(call, 0, frame.getFirst());
      }
      case "last_value" -> {
        return frame.isEmpty() ? null : argument(call, 0, frame.getLast());
      }
      case "nth_value" -> {
        int nth = ((Number) argument(call, 1, row)).intValue();
        return nth > frame.size() ? null : argument(call, 0, frame.get(nth - 1));
      }
      default -> {}
    }
    boolean ofIntervals =
        !call.arguments().isEmpty()
            && input.types().get(call.arguments().getFirst()).kind() == TypeKind.INTERVAL
            && call.function().equals("sum");
    GroupAccumulator state =
        AggregateRegistry.start(
            ofIntervals ? "sum interval" : call.function(), call.result().kind());
    for (int member : frame) {
      @Nullable Object[] arguments = new @Nullable Object[call.arguments().size()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = argument(call, i, member);
      }
      state.add(arguments);
    }
    return state.result();
  }
}
