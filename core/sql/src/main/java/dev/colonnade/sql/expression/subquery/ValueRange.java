package dev.colonnade.sql.expression.subquery;

import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.RowValues;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Least and greatest value of the only column of a subquery: one of them decides about all rows,
 * for every operator but equality.
 */
final class ValueRange implements SubqueryValues {
  private final ComparisonOperator operator;
  private final List<VectorType> types;
  private @Nullable RowValues least;
  private @Nullable RowValues greatest;
  private boolean hasNull;
  private long rowCount;

  ValueRange(ComparisonOperator operator, List<VectorType> types) {
    this.operator = operator;
    this.types = types;
  }

  @Override
  public void add(VectorBatch batch) {
    rowCount += batch.rowCount();
    RowValues values = new RowValues(types, batch.column(0));
    int low = -1;
    int high = -1;
    for (int row = 0; row < batch.rowCount(); row++) {
      if (values.hasNull(row)) {
        hasNull = true;
        continue;
      }
      low = low < 0 || isLess(values, row, values, low) ? row : low;
      high = high < 0 || isLess(values, high, values, row) ? row : high;
    }
    if (low < 0) {
      return;
    }
    if (least == null || isLess(values, low, least, 0)) {
      least = copyOf(batch, low);
    }
    if (greatest == null || isLess(greatest, 0, values, high)) {
      greatest = copyOf(batch, high);
    }
  }

  private RowValues copyOf(VectorBatch batch, int row) {
    return new RowValues(types, batch.column(0).gather(new int[] {row}, 1));
  }

  private static boolean isLess(RowValues left, int leftRow, RowValues right, int row) {
    return Boolean.TRUE.equals(left.compare(ComparisonOperator.LESS, leftRow, right, row));
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public void any(Probes probes, int from, int to, @Nullable Boolean[] results) {
    for (int row = from; row < to; row++) {
      results[row] = any(probes, row);
    }
  }

  private @Nullable Boolean any(Probes probes, int row) {
    if (rowCount == 0) {
      return false;
    }
    RowValues low = least;
    RowValues high = greatest;
    if (low == null || high == null || probes.values().hasNull(row)) {
      return null;
    }
    boolean isTrue =
        switch (operator) {
          case EQUAL -> throw new IllegalStateException("equality is no question of a range");
          case NOT_EQUAL -> holds(probes, row, low) || holds(probes, row, high);
          case LESS, LESS_OR_EQUAL -> holds(probes, row, high);
          case GREATER, GREATER_OR_EQUAL -> holds(probes, row, low);
        };
    return isTrue ? (Boolean) true : hasNull ? null : (Boolean) false;
  }

  private boolean holds(Probes probes, int row, RowValues bound) {
    return Boolean.TRUE.equals(probes.values().compare(operator, row, bound, 0));
  }
}
