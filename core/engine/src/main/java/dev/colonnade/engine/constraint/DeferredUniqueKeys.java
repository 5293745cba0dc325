package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Enforcement of deferrable unique constraints. Other unique constraints are enforced by the keys
 * of their index entries.
 */
public final class DeferredUniqueKeys {
  private DeferredUniqueKeys() {}

  /** Returns whether a table has deferrable unique constraints. */
  public static boolean affects(Table table) {
    return table.indexes().stream().anyMatch(TableIndex::isDeferrable);
  }

  /** Adds the checks for the change of a row. */
  static void changed(
      Set<ConstraintCheck> checks,
      Table table,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after) {
    for (TableIndex index : table.indexes()) {
      if (!index.isDeferrable() || after == null) {
        continue;
      }
      List<Integer> ids = index.columns().stream().map(KeyColumn::columnId).toList();
      KeyValues now = KeyValues.of(table.schema(), ids, after);
      KeyValues old = before == null ? null : KeyValues.of(table.schema(), ids, before);
      if (now != null && !now.equals(old)) {
        checks.add(new DeferredUniqueCheck(table, index, now));
      }
    }
  }
}
