package dev.colonnade.sql.execute.modify.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the items of WITH and those that ON CONFLICT looks for, in one execution, by their names.
 * One thread.
 */
public final class NamedRows {
  private Map<String, Item> items = Map.of();

  /**
   * Rows of an item.
   *
   * @param reader returns a reader from the first row on
   */
  public record Item(List<VectorType> types, Supplier<Supplier<@Nullable VectorBatch>> reader) {}

  /** Adds an item, or replaces its rows. */
  public void add(String name, Item item) {
    if (items.isEmpty()) {
      items = new HashMap<>();
    }
    items.put(name, item);
  }

  /** Returns the rows with a name. */
  public Item get(String name) {
    return requireNonNull(items.get(name), () -> "no such rows: name=" + name);
  }
}
