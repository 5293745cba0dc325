package dev.colonnade.sql.optimize.physical.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Key of the order of rows.
 *
 * @param nullsFirst whether NULLs come before all other values; null if there are none, or if their
 *     place does not matter
 */
public record KeyOrder(Variable variable, boolean descending, @Nullable Boolean nullsFirst) {
  public KeyOrder(Variable variable, boolean descending, @Nullable Boolean nullsFirst) {
    this.variable = requireNonNull(variable, "variable is null");
    this.descending = descending;
    this.nullsFirst = nullsFirst;
  }

  /** Returns the keys of an order up to the first one that is no variable. */
  public static List<KeyOrder> of(List<SortItem> items) {
    List<KeyOrder> keys = new ArrayList<>(items.size());
    for (SortItem item : items) {
      if (!(item.expression() instanceof Variable variable)) {
        break;
      }
      keys.add(new KeyOrder(variable, item.descending(), item.nullsFirst()));
    }
    return keys;
  }

  /** Returns whether rows in this order are in another order too. */
  public boolean satisfies(KeyOrder wanted) {
    return variable.equals(wanted.variable)
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
