package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.value.NumberConversion;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.GroupAccumulator;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reference implementation of aggregation: row by row, over lists of rows. */
@SuppressWarnings("NullAway")
final class AggregateReference {
  private final TestRows input;

  AggregateReference(TestRows input) {
    this.input = input;
  }

  /** Returns the groups of all sets. */
  List<List<@Nullable Object>> groups(
      List<Integer> keys, List<List<Integer>> sets, List<AggregateCall> calls) {
    List<List<@Nullable Object>> result = new ArrayList<>();
    for (List<Integer> set : sets) {
      Map<List<@Nullable Object>, List<List<@Nullable Object>>> groups = new LinkedHashMap<>();
      if (set.isEmpty()) {
        groups.put(List.of(), new ArrayList<>());
      }
      for (List<@Nullable Object> row : input.rows()) {
        List<@Nullable Object> key = set.stream().map(at -> normal(row.get(keys.get(at)))).toList();
        groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
      }
      for (List<List<@Nullable Object>> rows : groups.values()) {
        List<@Nullable Object> out = new ArrayList<>();
        for (int key = 0; key < keys.size(); key++) {
          out.add(set.contains(key) ? rows.getFirst().get(keys.get(key)) : null);
        }
        for (AggregateCall call : calls) {
          out.add(value(call, rows, keys, set));
        }
        result.add(out);
      }
    }
    return result;
  }

  static Object normal(@Nullable Object value) {
    return switch (value) {
      case null -> "NULL";
      case BigDecimal number -> number.stripTrailingZeros();
      case Double number -> number + 0.0;
      case Interval interval ->
          (interval.months() * 30L + interval.days()) * Interval.MICROS_PER_DAY + interval.micros();
      default -> value;
    };
  }

  private @Nullable Object value(
      AggregateCall call,
      List<List<@Nullable Object>> rows,
      List<Integer> keys,
      List<Integer> set) {
    if (call.function().equals("grouping")) {
      long bits = 0;
      for (int argument : call.arguments()) {
        bits = bits * 2 + (set.contains(keys.indexOf(argument)) ? 0 : 1);
      }
      return bits;
    }
    List<List<@Nullable Object>> selected = new ArrayList<>(rows);
    if (call.filter() >= 0) {
      selected.removeIf(row -> !Boolean.TRUE.equals(row.get(call.filter())));
    }
    if (call.function().equals(AggregateRegistry.ROW_COUNT)) {
      return selected.isEmpty() ? null : (Object) (long) selected.size();
    }
    if (AggregateRegistry.isOrderedSet(call.function())) {
      return orderedSet(call, selected);
    }
    Comparator<List<@Nullable Object>> order = (_, _) -> 0;
    for (SortKey key : call.order()) {
      order = order.thenComparing((left, right) -> compare(key, left, right));
    }
    selected.sort(order);
    List<List<@Nullable Object>> seen = new ArrayList<>();
    GroupAccumulator state = start(call);
    for (List<@Nullable Object> row : selected) {
      @Nullable Object[] arguments = call.arguments().stream().map(row::get).toArray();
      List<@Nullable Object> normal =
          call.arguments().stream().map(at -> normal(row.get(at))).toList();
      if (!call.distinct() || !seen.contains(normal)) {
        seen.add(normal);
        state.add(arguments);
      }
    }
    return NumberConversion.as(call.result().kind(), state.result());
  }

  private @Nullable Object orderedSet(AggregateCall call, List<List<@Nullable Object>> rows) {
    int column = call.arguments().getLast();
    boolean descending = call.function().endsWith(AggregateRegistry.DESCENDING);
    SortKey key = new SortKey(column, descending, false);
    List<List<@Nullable Object>> sorted = new ArrayList<>(rows);
    sorted.removeIf(row -> row.get(column) == null);
    sorted.sort((left, right) -> compare(key, left, right));
    List<Object> values = new ArrayList<>();
    sorted.forEach(row -> values.add(row.get(column)));
    if (values.isEmpty()) {
      return null;
    }
    if (call.function().startsWith("mode")) {
      return mostFrequent(values);
    }
    double share = ((Number) rows.getFirst().get(call.arguments().getFirst())).doubleValue();
    if (call.function().startsWith("percentile_disc")) {
      int index = 0;
      while (index + 1.0 < share * values.size()) {
        index++;
      }
      return values.get(index);
    }
    double position = share * (values.size() - 1);
    double low = ((Number) values.get((int) position)).doubleValue();
    double high = ((Number) values.get((int) Math.ceil(position))).doubleValue();
    double part = position - (int) position;
    return part == 0 ? low : low + part * (high - low);
  }

  private static Object mostFrequent(List<Object> values) {
    Map<Object, Integer> counts = new LinkedHashMap<>();
    values.forEach(value -> counts.merge(normal(value), 1, Integer::sum));
    int most = counts.values().stream().max(Comparator.naturalOrder()).orElseThrow();
    return values.stream().filter(value -> counts.get(normal(value)) == most).findFirst().get();
  }

  private GroupAccumulator start(AggregateCall call) {
    boolean ofIntervals =
        !call.arguments().isEmpty()
            && input.types().get(call.arguments().getFirst()).kind() == TypeKind.INTERVAL;
    boolean isSum = call.function().equals("sum") || call.function().equals("avg");
    return AggregateRegistry.start(
        ofIntervals && isSum ? call.function() + " interval" : call.function(),
        call.result().kind());
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
}
