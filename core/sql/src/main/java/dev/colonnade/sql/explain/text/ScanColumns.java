package dev.colonnade.sql.explain.text;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Columns that a scan reads. */
public final class ScanColumns {
  private ScanColumns() {}

  /** Returns whether the index has all columns that the scan reads, so that no row is read. */
  public static boolean areInKey(ScanPlan.TableScan scan) {
    TableIndex index = scan.access().index();
    if (index != null) {
      return !scan.access().lookup();
    }
    List<Column> stored = scan.table().schema().columns();
    Set<Integer> ids = new HashSet<>();
    scan.ordinals().forEach(ordinal -> ids.add(stored.get(ordinal).id()));
    scan.predicates().forEach(predicate -> addColumns(predicate, ids));
    return IndexConditions.keyColumns(scan).stream()
        .map(KeyColumn::columnId)
        .toList()
        .containsAll(ids);
  }

  private static void addColumns(ScanPredicate predicate, Set<Integer> ids) {
    switch (predicate) {
      case ScanPredicate.Compare compare -> ids.add(compare.column().id());
      case ScanPredicate.And and -> and.operands().forEach(operand -> addColumns(operand, ids));
      case ScanPredicate.Or or -> or.operands().forEach(operand -> addColumns(operand, ids));
      case ScanPredicate.Not not -> addColumns(not.operand(), ids);
      case ScanPredicate.IsNull isNull -> ids.add(isNull.column().id());
      case ScanPredicate.EqualsAny any -> ids.add(any.column().id());
      case ScanPredicate.Like like -> ids.add(like.column().id());
      case ScanPredicate.Constant _ -> {}
    }
  }
}
