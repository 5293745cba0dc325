package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.SortDirection;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.access.TableAccess.Order;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import org.jspecify.annotations.Nullable;

/**
 * Column by which rows are wanted in order.
 *
 * @param key expression that the column is
 * @param columnId {@link #NO_COLUMN} of an expression that only an index may have as a column
 * @param nullsFirst null if the place of NULLs does not matter
 */
public record WantedOrder(
    Expression key,
    int columnId,
    boolean descending,
    boolean isNullable,
    @Nullable Boolean nullsFirst) {
  private static final int NO_COLUMN = -1;

  public WantedOrder(
      Expression key,
      int columnId,
      boolean descending,
      boolean isNullable,
      @Nullable Boolean nullsFirst) {
    this.key = requireNonNull(key, "key is null");
    this.columnId = columnId;
    this.descending = descending;
    this.isNullable = isNullable;
    this.nullsFirst = nullsFirst;
  }

  /** Returns the order of an expression over columns of a scan. */
  public static WantedOrder of(
      Expression key, boolean descending, @Nullable Boolean nullsFirst, ScanColumns columns) {
    Column column = columns.find(key);
    return column == null || !ColumnBound.isOrderedByKey(column.type())
        ? new WantedOrder(key, NO_COLUMN, descending, true, nullsFirst)
        : new WantedOrder(key, column.id(), descending, column.nullable(), nullsFirst);
  }

  /** Returns the same order by the columns of an index, among which may be expressions. */
  WantedOrder in(ScanColumns columns) {
    return columnId == NO_COLUMN ? of(key, descending, nullsFirst, columns) : this;
  }

  /** Returns whether only an index may have the expression as a column. */
  boolean isComputed() {
    return columnId == NO_COLUMN;
  }

  /**
   * Returns the direction in which the column of a key has this order; ANY if none has.
   *
   * @param excludesNull whether no row that is read has a NULL in the column
   */
  Order by(KeyColumn part, boolean excludesNull) {
    if (part.columnId() != columnId) {
      return Order.ANY;
    }
    boolean isAscending = part.direction() == SortDirection.ASCENDING;
    // NULL is the least value of a key.
    boolean fits = nullsFirst == null || !isNullable || excludesNull || nullsFirst != descending;
    if (!fits) {
      return Order.ANY;
    }
    return isAscending != descending ? Order.FORWARD : Order.BACKWARD;
  }
}
