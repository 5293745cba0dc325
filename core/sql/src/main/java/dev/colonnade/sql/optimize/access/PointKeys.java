package dev.colonnade.sql.optimize.access;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.ScanPlan.PointKey;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognition of predicates that fix all columns of a unique key. */
public final class PointKeys {
  private PointKeys() {}

  /**
   * Point read.
   *
   * @param used positions of the predicates that the key consists of
   */
  public record Point(PointKey key, List<Integer> used) {
    public Point {
      used = List.copyOf(used);
    }
  }

  /** Returns the point read of a table by some predicates; null if there is none. */
  public static @Nullable Point find(Table table, List<TranslatedPredicate> predicates) {
    if (predicates.isEmpty()) {
      return null;
    }
    Point ofRows = find(null, table.schema().primaryKey(), predicates);
    if (ofRows != null) {
      return ofRows;
    }
    for (TableIndex index : table.indexes()) {
      boolean isUsable =
          index.isUnique()
              && index.descriptor().isReady()
              && index.descriptor().definition().predicate() == null
              && index.descriptor().definition().expressions().isEmpty();
      Point found = isUsable ? find(index, index.columns(), predicates) : null;
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable Point find(
      @Nullable TableIndex index, List<KeyColumn> key, List<TranslatedPredicate> predicates) {
    List<Expression> values = new ArrayList<>(key.size());
    List<Integer> used = new ArrayList<>(key.size());
    for (KeyColumn part : key) {
      int found = 0;
      Expression value = null;
      while (found < predicates.size() && value == null) {
        value = valueOf(part, predicates.get(found++));
      }
      if (value == null) {
        return null;
      }
      values.add(value);
      used.add(found - 1);
    }
    return new Point(new PointKey(index, values), used);
  }

  private static @Nullable Expression valueOf(KeyColumn part, TranslatedPredicate predicate) {
    return predicate.predicates().size() == 1
            && predicate.predicates().getFirst() instanceof ScanPredicate.Compare compare
            && compare.comparison() == Comparison.EQUAL
            && compare.column().id() == part.columnId()
            && ColumnBound.isOrderedByKey(compare.column().type())
        ? compare.value()
        : null;
  }
}
