package dev.colonnade.sql.plan.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;

/**
 * Specification of a scan of a table.
 *
 * @param ordinals the columns to read, as positions in the table's schema, in the order of the
 *     output
 * @param conditions that all rows satisfy; they refer to positions in the table's schema, and each
 *     can be made a filter of the scan once parameters are known
 * @param rowLimit the maximum number of rows; 0 for all
 * @param access the access path of the rows
 */
public record ScanSpec(
    Table table, List<Integer> ordinals, List<RexNode> conditions, long rowLimit, Access access) {
  public ScanSpec {
    requireNonNull(table, "table is null");
    requireNonNull(access, "access is null");
    ordinals = List.copyOf(ordinals);
    conditions = List.copyOf(conditions);
  }

  /** All columns of all rows. */
  public static ScanSpec all(Table table) {
    List<Integer> ordinals = new ArrayList<>();
    for (int i = 0; i < table.schema().columns().size(); i++) {
      ordinals.add(i);
    }
    return new ScanSpec(table, ordinals, List.of(), 0, Access.ROWS);
  }

  ScanSpec withOrdinals(List<Integer> other) {
    return new ScanSpec(table, other, conditions, rowLimit, access);
  }

  ScanSpec withConditions(List<RexNode> more) {
    List<RexNode> both = new ArrayList<>(conditions);
    both.addAll(more);
    return new ScanSpec(table, ordinals, both, rowLimit, access);
  }

  ScanSpec withRowLimit(long other) {
    return new ScanSpec(table, ordinals, conditions, other, access);
  }

  public ScanSpec withAccess(Access other) {
    return new ScanSpec(table, ordinals, conditions, rowLimit, other);
  }
}
