package dev.colonnade.sql.expression;

import dev.colonnade.sql.vector.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Columns of enclosing rows that an evaluation has read while it was recorded. One thread. */
public final class OuterReads {
  private final @Nullable OuterReads before;
  private final Map<Long, OuterReference> columns = new LinkedHashMap<>();

  /** Identifiers of rows that the evaluation sets itself: they are no enclosing rows. */
  private final Set<Integer> bound = new HashSet<>();

  OuterReads(@Nullable OuterReads before) {
    this.before = before;
  }

  @Nullable OuterReads before() {
    return before;
  }

  /** Notes that rows of this identifier belong to the recorded evaluation itself. */
  void bind(int id) {
    bound.add(id);
  }

  void add(OuterReference reference) {
    if (!bound.contains(reference.id())) {
      columns.putIfAbsent(((long) reference.id() << 32) | reference.index(), reference);
    }
  }

  /** Adds the columns of another recording; returns whether one of them is new. */
  public boolean addAll(OuterReads other) {
    int count = columns.size();
    other.columns.values().forEach(this::add);
    return columns.size() > count;
  }

  /** Returns whether no column was read. */
  public boolean isEmpty() {
    return columns.isEmpty();
  }

  /** Returns the current values of the columns, in their internal representation. */
  public List<@Nullable Object> values(Evaluation evaluation) {
    List<@Nullable Object> values = new ArrayList<>(columns.size());
    for (OuterReference reference : columns.values()) {
      Evaluation.OuterRow outer = evaluation.outer(reference.id());
      Vector column = outer.batch().column(reference.index());
      values.add(column.held(outer.row(), reference.type()));
    }
    return Collections.unmodifiableList(values);
  }
}
