package dev.colonnade.sql.explain.text;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predicates of a scan by their use: those that limit the keys that are read, and those that are
 * decided for each row. Predicates limit the keys if they are on the first key columns: equalities,
 * and behind them ranges of one column.
 *
 * @param keys predicates that limit the keys
 * @param rows all others
 */
public record IndexConditions(List<ScanPredicate> keys, List<ScanPredicate> rows) {
  public IndexConditions {
    keys = List.copyOf(keys);
    rows = List.copyOf(rows);
  }

  /** Returns the predicates of a scan by their use. */
  public static IndexConditions of(ScanPlan.TableScan scan) {
    List<ScanPredicate> rows = new ArrayList<>();
    scan.access().predicates().forEach(predicate -> flatten(predicate, rows));
    scan.predicates().forEach(predicate -> flatten(predicate, rows));
    List<ScanPredicate> keys = new ArrayList<>();
    for (KeyColumn part : keyColumns(scan)) {
      List<ScanPredicate> values =
          rows.stream().filter(predicate -> hasValues(predicate, part.columnId())).toList();
      List<ScanPredicate> limits =
          values.isEmpty()
              ? rows.stream().filter(predicate -> isRange(predicate, part.columnId())).toList()
              : values;
      keys.addAll(limits);
      rows.removeAll(limits);
      if (values.isEmpty()) {
        break;
      }
    }
    return new IndexConditions(keys, rows);
  }

  private static void flatten(ScanPredicate predicate, List<ScanPredicate> into) {
    if (predicate instanceof ScanPredicate.And and) {
      and.operands().forEach(operand -> flatten(operand, into));
    } else {
      into.add(predicate);
    }
  }

  /** Returns the key columns of the index, or of the table if the scan reads its rows. */
  public static List<KeyColumn> keyColumns(ScanPlan.TableScan scan) {
    TableIndex index = scan.access().index();
    return index == null ? scan.table().schema().primaryKey() : index.keyColumns();
  }

  private static boolean hasValues(ScanPredicate predicate, int columnId) {
    return switch (predicate) {
      case ScanPredicate.Compare compare ->
          compare.comparison() == Comparison.EQUAL && compare.column().id() == columnId;
      case ScanPredicate.Or or -> {
        Column column = columnOfValues(or);
        yield column != null && column.id() == columnId;
      }
      case ScanPredicate.EqualsAny any -> any.column().id() == columnId;
      case ScanPredicate.IsNull isNull -> isNull.column().id() == columnId;
      case ScanPredicate.And _,
          ScanPredicate.Not _,
          ScanPredicate.Like _,
          ScanPredicate.Constant _ ->
          false;
    };
  }

  private static boolean isRange(ScanPredicate predicate, int columnId) {
    return switch (predicate) {
      case ScanPredicate.Compare compare ->
          compare.comparison() != Comparison.NOT_EQUAL && compare.column().id() == columnId;
      case ScanPredicate.Like like -> like.column().id() == columnId && hasPrefix(like.pattern());
      case ScanPredicate.And _,
          ScanPredicate.Or _,
          ScanPredicate.Not _,
          ScanPredicate.EqualsAny _,
          ScanPredicate.IsNull _,
          ScanPredicate.Constant _ ->
          false;
    };
  }

  /** Returns whether a pattern may begin with a constant text. */
  private static boolean hasPrefix(Expression pattern) {
    return !(pattern instanceof Literal(_, String text)) || !text.matches("(?s)[%_\\\\].*|");
  }

  /** Returns the column that a disjunction compares with values only; null if it is another. */
  static @Nullable Column columnOfValues(ScanPredicate.Or or) {
    Column column = null;
    for (ScanPredicate operand : or.operands()) {
      if (!(operand instanceof ScanPredicate.Compare compare)
          || compare.comparison() != Comparison.EQUAL
          || (column != null && column.id() != compare.column().id())) {
        return null;
      }
      column = compare.column();
    }
    return column;
  }
}
