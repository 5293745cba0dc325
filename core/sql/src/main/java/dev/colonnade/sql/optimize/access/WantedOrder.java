package dev.colonnade.sql.optimize.access;

import dev.colonnade.key.SortDirection;
import dev.colonnade.sql.physical.access.TableAccess.Order;
import dev.colonnade.type.schema.KeyColumn;
import org.jspecify.annotations.Nullable;

/**
 * Column by which rows are wanted in order.
 *
 * @param nullsFirst null if the place of NULLs does not matter
 */
public record WantedOrder(
    int columnId, boolean descending, boolean isNullable, @Nullable Boolean nullsFirst) {
  public WantedOrder(
      int columnId, boolean descending, boolean isNullable, @Nullable Boolean nullsFirst) {
    this.columnId = columnId;
    this.descending = descending;
    this.isNullable = isNullable;
    this.nullsFirst = nullsFirst;
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
