package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of values in columns, and their comparison with PostgreSQL's rules for NULLs: rows are equal
 * if all columns are, different if one column is, and else unknown; the first pair of columns that
 * differs or has a NULL decides about their order.
 */
public final class RowValues {
  private final List<VectorType> types;
  private final Vector[] columns;

  /** Creates rows of columns of these types. */
  public RowValues(List<VectorType> types, Vector... columns) {
    this.types = requireNonNull(types, "types is null");
    this.columns = columns;
  }

  /** Returns whether a column of a row is NULL. */
  public boolean hasNull(int row) {
    for (Vector column : columns) {
      if (column.isNull(row)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the result of a comparison with another row of as many columns; null is NULL. */
  public @Nullable Boolean compare(
      ComparisonOperator operator, int row, RowValues other, int otherRow) {
    return switch (operator) {
      case EQUAL -> isEqual(row, other, otherRow);
      case NOT_EQUAL -> {
        Boolean isEqual = isEqual(row, other, otherRow);
        yield isEqual == null ? null : (Boolean) !isEqual;
      }
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> {
        Integer order = order(row, other, otherRow);
        yield order == null ? null : (Boolean) operator.holds(order);
      }
    };
  }

  private @Nullable Boolean isEqual(int row, RowValues other, int otherRow) {
    boolean isUnknown = false;
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].isNull(row) || other.columns[i].isNull(otherRow)) {
        isUnknown = true;
      } else if (compare(i, row, other, otherRow) != 0) {
        return false;
      }
    }
    return isUnknown ? null : (Boolean) true;
  }

  private @Nullable Integer order(int row, RowValues other, int otherRow) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].isNull(row) || other.columns[i].isNull(otherRow)) {
        return null;
      }
      int order = compare(i, row, other, otherRow);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compare(int column, int row, RowValues other, int otherRow) {
    return ValueOrdering.compare(
        columns[column],
        row,
        types.get(column),
        other.columns[column],
        otherRow,
        other.types.get(column));
  }
}
