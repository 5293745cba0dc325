package dev.colonnade.sql.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.EqualityComparer;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.function.Predicate2;
import org.jspecify.annotations.Nullable;

/**
 * Rows that meet some row of another side, or none: they are kept by their keys, and all rows of
 * the other side go by and mark those that they meet. Takes less memory than keeping the other
 * side, if that is larger.
 */
public final class MarkedRows extends AbstractEnumerable<Object> {
  private final Enumerable<Object> rows;
  private final Enumerable<Object> others;
  private final Keys keys;
  private final @Nullable Predicate2<Object, Object> condition;
  private final boolean wanted;

  private MarkedRows(
      Enumerable<Object> rows,
      Enumerable<Object> others,
      Keys keys,
      @Nullable Predicate2<Object, Object> condition,
      boolean wanted) {
    this.rows = rows;
    this.others = others;
    this.keys = keys;
    this.condition = condition;
    this.wanted = wanted;
  }

  /** The keys of the two sides; null where a value of them is NULL. */
  private record Keys(
      Function1<Object, @Nullable Object> own, Function1<Object, @Nullable Object> other) {}

  /** Called by generated code, with what it would give Calcite's method for semi-joins. */
  public static Enumerable<Object> met(
      Enumerable<Object> rows,
      Enumerable<Object> others,
      Function1<Object, @Nullable Object> key,
      Function1<Object, @Nullable Object> otherKey,
      @Nullable EqualityComparer<Object> comparer,
      @Nullable Predicate2<Object, Object> condition) {
    return new MarkedRows(rows, others, keys(key, otherKey, comparer), condition, true);
  }

  /** Called by generated code, with what it would give Calcite's method for anti-joins. */
  public static Enumerable<Object> unmet(
      Enumerable<Object> rows,
      Enumerable<Object> others,
      Function1<Object, @Nullable Object> key,
      Function1<Object, @Nullable Object> otherKey,
      @Nullable EqualityComparer<Object> comparer,
      @Nullable Predicate2<Object, Object> condition) {
    return new MarkedRows(rows, others, keys(key, otherKey, comparer), condition, false);
  }

  private static Keys keys(
      Function1<Object, @Nullable Object> key,
      Function1<Object, @Nullable Object> otherKey,
      @Nullable EqualityComparer<Object> comparer) {
    if (comparer != null) {
      throw new IllegalStateException("keys are compared otherwise than by themselves");
    }
    return new Keys(key, otherKey);
  }

  @Override
  public Enumerator<Object> enumerator() {
    List<Row> kept = new ArrayList<>();
    Map<Object, List<Row>> unmet = new HashMap<>();
    try (Enumerator<Object> each = rows.enumerator()) {
      while (each.moveNext()) {
        Row row = new Row(each.current());
        kept.add(row);
        Object key = keys.own().apply(row.values);
        if (key != null) {
          unmet.computeIfAbsent(key, _ -> new ArrayList<>(1)).add(row);
        }
      }
    }
    mark(unmet);
    return Linq4j.asEnumerable(kept)
        .where(row -> row.met == wanted)
        .select(row -> row.values)
        .enumerator();
  }

  /** Lets the other side go by, until there is nothing left to be met. */
  private void mark(Map<Object, List<Row>> unmet) {
    if (unmet.isEmpty()) {
      return;
    }
    try (Enumerator<Object> each = others.enumerator()) {
      while (!unmet.isEmpty() && each.moveNext()) {
        Object other = each.current();
        Object key = keys.other().apply(other);
        List<Row> candidates = key == null ? null : unmet.get(key);
        if (candidates != null && areAllMet(candidates, other)) {
          unmet.remove(key);
        }
      }
    }
  }

  /** Marks what is met, and leaves it out of the candidates. Returns whether none are left. */
  private boolean areAllMet(List<Row> candidates, Object other) {
    for (Iterator<Row> each = candidates.iterator(); each.hasNext(); ) {
      Row row = each.next();
      if (condition == null || condition.apply(row.values, other)) {
        row.met = true;
        each.remove();
      }
    }
    return candidates.isEmpty();
  }

  /** A row that is kept. */
  private static final class Row {
    private final Object values;
    private boolean met;

    Row(Object values) {
      this.values = values;
    }
  }
}
