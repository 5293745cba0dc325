package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rows of the items of WITH in one execution, by the names of the items. One thread. */
public final class NamedRows {
  private Map<String, Item> items = Map.of();

  /**
   * Rows of an item.
   *
   * @param reader returns a reader from the first row on
   */
  record Item(List<VectorType> types, Supplier<Supplier<@Nullable VectorBatch>> reader) {}

  /** Adds an item. */
  void add(String name, Item item) {
    if (items.isEmpty()) {
      items = new HashMap<>();
    }
    items.put(name, item);
  }

  Item get(String name) {
    return requireNonNull(items.get(name), () -> "no such item of WITH: name=" + name);
  }
}
