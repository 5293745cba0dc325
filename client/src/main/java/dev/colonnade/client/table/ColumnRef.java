package dev.colonnade.client.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.filter.CompareOp;
import dev.colonnade.protocol.filter.FilterSpec;
import dev.colonnade.protocol.schema.ColumnDescription;
import java.util.Arrays;
import java.util.List;

/**
 * Column of a table, from which predicates are built. Values have the Java class of the column
 * type: Boolean, Short, Integer, Long, Float, Double, BigDecimal, String (also for enums), byte[],
 * UUID, LocalDate, LocalTime, LocalDateTime, Instant.
 */
public final class ColumnRef {
  private final ColumnDescription column;

  /** Creates a reference to a column. */
  public ColumnRef(ColumnDescription column) {
    this.column = requireNonNull(column, "column is null");
  }

  /** Returns the description of the column. */
  public ColumnDescription description() {
    return column;
  }

  /** Returns the predicate that the column equals a value. */
  public FilterSpec eq(Object value) {
    return compare(CompareOp.EQ, value);
  }

  /** Returns the predicate that the column differs from a value. */
  public FilterSpec ne(Object value) {
    return compare(CompareOp.NE, value);
  }

  /** Returns the predicate that the column is less than a value. */
  public FilterSpec lt(Object value) {
    return compare(CompareOp.LT, value);
  }

  /** Returns the predicate that the column is not greater than a value. */
  public FilterSpec le(Object value) {
    return compare(CompareOp.LE, value);
  }

  /** Returns the predicate that the column is greater than a value. */
  public FilterSpec gt(Object value) {
    return compare(CompareOp.GT, value);
  }

  /** Returns the predicate that the column is not less than a value. */
  public FilterSpec ge(Object value) {
    return compare(CompareOp.GE, value);
  }

  /** Returns a range predicate that includes both ends. */
  public FilterSpec between(Object low, Object high) {
    return new FilterSpec.Between(column.columnId(), JavaLiterals.of(low), JavaLiterals.of(high));
  }

  /** Returns the predicate that the column equals one of several values. */
  public FilterSpec in(Object... values) {
    return new FilterSpec.In(
        column.columnId(), Arrays.stream(values).map(JavaLiterals::of).toList());
  }

  /** Returns the predicate that the column is NULL. */
  public FilterSpec isNull() {
    return new FilterSpec.IsNull(column.columnId());
  }

  /** Returns the predicate that the column has a value. */
  public FilterSpec isNotNull() {
    return new FilterSpec.Not(isNull());
  }

  /** Returns a pattern match with {@code %} and {@code _}; {@code \} escapes the next character. */
  public FilterSpec like(String pattern) {
    return new FilterSpec.Like(column.columnId(), pattern);
  }

  /** Returns the conjunction of these predicates. */
  public static FilterSpec and(FilterSpec... operands) {
    return new FilterSpec.And(List.of(operands));
  }

  /** Returns the disjunction of these predicates. */
  public static FilterSpec or(FilterSpec... operands) {
    return new FilterSpec.Or(List.of(operands));
  }

  private FilterSpec compare(CompareOp op, Object value) {
    return new FilterSpec.Compare(column.columnId(), op, JavaLiterals.of(value));
  }
}
