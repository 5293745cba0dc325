package dev.colonnade.sql.execute.modify;

import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Unique key that detects conflicts of one INSERT, with the keys of the rows that the statement has
 * inserted or changed. One thread.
 */
final class ConflictArbiter {
  private final ConflictPlan.Arbiter plan;
  private final TableSchema schema;
  private final ConflictRows existing;
  private final Set<Object> seen = new HashSet<>();

  /** Keys of the table that no row has any more, because the statement has changed it. */
  private final Set<Object> vacated = new HashSet<>();

  ConflictArbiter(ConflictPlan.Arbiter plan, TableSchema schema, PartExecutor parts) {
    this.plan = plan;
    this.existing = new ConflictRows(plan.probe(), parts);
    this.schema = schema;
  }

  /** Result of the search for a conflict. */
  enum Conflict {
    NONE,
    /** A row with the key existed before the statement. */
    EXISTING,
    /** The statement has inserted or changed a row with the key. */
    OWN
  }

  /** Looks for the rows in conflict with rows that are proposed together. */
  void findExisting(List<@Nullable Object[]> rows) {
    existing.find(rows.size(), number -> key(rows.get(number)));
  }

  /**
   * Returns the conflict of a new row, given by the values of all columns.
   *
   * @param number of the row among those that are proposed together
   */
  Conflict find(@Nullable Object[] row, int number) {
    Conflict own = findOwn(row);
    return own == Conflict.EXISTING && existing.get(number, () -> key(row)) == null
        ? Conflict.NONE
        : own;
  }

  /** Variant of {@link #find} without a query: EXISTING if only a query can find a conflict. */
  Conflict findOwn(@Nullable Object[] row) {
    List<@Nullable Object> key = key(row);
    boolean isDistinct = plan.nullsDistinct() && key.stream().anyMatch(Objects::isNull);
    if (isDistinct || !appliesTo(row)) {
      return Conflict.NONE;
    }
    Object comparable = comparable(key);
    if (seen.contains(comparable)) {
      return Conflict.OWN;
    }
    return vacated.contains(comparable) ? Conflict.NONE : Conflict.EXISTING;
  }

  private boolean appliesTo(@Nullable Object[] row) {
    return plan.predicate() == null || Boolean.TRUE.equals(plan.predicate().holds(row));
  }

  /** Records that the statement inserts a row. */
  void addInserted(@Nullable Object[] row) {
    if (appliesTo(row)) {
      seen.add(comparable(key(row)));
    }
  }

  /**
   * Records that the statement changes the row with the key of {@code proposed}.
   *
   * @param assigned columns that get other values
   */
  void addChanged(
      @Nullable Object[] proposed, List<Column> assigned, List<@Nullable Object> values) {
    Object before = comparable(key(proposed));
    seen.add(before);
    List<Integer> ids = assigned.stream().map(Column::id).toList();
    for (ConflictPlan.KeyExpression expression : plan.expressions()) {
      List<Integer> read = expression.columnIds();
      if (read.stream().anyMatch(ids::contains) && !ids.containsAll(read)) {
        return; // also depends on values of the existing row, which are not known here
      }
    }
    @Nullable Object[] changed = proposed.clone();
    for (int i = 0; i < assigned.size(); i++) {
      changed[schema.ordinal(ids.get(i))] = values.get(i);
    }
    Object after = comparable(key(changed));
    seen.add(after);
    if (!after.equals(before)) {
      seen.remove(before);
      vacated.add(before);
    }
  }

  private List<@Nullable Object> key(@Nullable Object[] row) {
    List<@Nullable Object> key = new ArrayList<>();
    for (Column column : plan.columns()) {
      key.add(row[schema.ordinal(column.id())]);
    }
    key.addAll(expressions(row));
    return key;
  }

  /** Returns the values of the expressions of the key for a row. */
  List<@Nullable Object> expressions(@Nullable Object[] row) {
    List<@Nullable Object> values = new ArrayList<>();
    plan.expressions().forEach(one -> values.add(one.expression().evaluate(row)));
    return values;
  }

  /** Returns values in a form that a set can compare. */
  private static Object comparable(List<@Nullable Object> values) {
    List<@Nullable Object> comparable = new ArrayList<>(values);
    comparable.replaceAll(
        value ->
            switch (value) {
              case BigDecimal number -> number.stripTrailingZeros();
              case Double number when number == 0 -> 0.0; // -0.0 is equal
              case byte[] bytes -> ByteBuffer.wrap(bytes);
              case null, default -> value;
            });
    return comparable;
  }
}
