package dev.colonnade.sql.optimize.physical.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.SortItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Key of the order of rows.
 *
 * @param key expression over the columns of the rows
 * @param nullsFirst whether NULLs come before all other values; null if there are none, or if their
 *     place does not matter
 */
public record KeyOrder(Expression key, boolean descending, @Nullable Boolean nullsFirst) {
  public KeyOrder(Expression key, boolean descending, @Nullable Boolean nullsFirst) {
    this.key = requireNonNull(key, "key is null");
    this.descending = descending;
    this.nullsFirst = nullsFirst;
  }

  /** Returns the keys of an order up to the first one that no index can have. */
  public static List<KeyOrder> of(List<SortItem> items) {
    List<KeyOrder> keys = new ArrayList<>(items.size());
    for (SortItem item : items) {
      if (item.expression().isVolatile() || item.expression().subquery() != null) {
        break;
      }
      keys.add(new KeyOrder(item.expression(), item.descending(), item.nullsFirst()));
    }
    return keys;
  }

  /** Returns whether rows in this order are in another order too. */
  public boolean satisfies(KeyOrder wanted) {
    return key.equals(wanted.key)
        && descending == wanted.descending
        && (nullsFirst == null
            || wanted.nullsFirst == null
            || nullsFirst.equals(wanted.nullsFirst));
  }

  /** Returns the number of leading keys that an order satisfies. */
  public static int satisfied(List<KeyOrder> given, List<KeyOrder> wanted) {
    int count = 0;
    while (count < given.size()
        && count < wanted.size()
        && given.get(count).satisfies(wanted.get(count))) {
      count++;
    }
    return count;
  }
}
