package dev.colonnade.engine.rule;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.type.KeyColumn;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What changes of rows mean for unique constraints whose checks may be put off. All others are kept
 * by the keys of their entries.
 */
public final class UniqueKeys {
  private UniqueKeys() {}

  /** Whether a table has such constraints. */
  public static boolean concern(Table table) {
    return table.indexes().stream().anyMatch(TableIndex::isDeferrable);
  }

  /** Says what has to be looked at after a row has become another. */
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
        checks.add(new UniqueCheck(table, index, now));
      }
    }
  }
}
