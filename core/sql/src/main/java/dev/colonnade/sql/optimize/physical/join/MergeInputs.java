package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.key.SortDirection;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.optimize.physical.row.KeyOrder;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;

/** Recognition of inputs that can be read in the order of a merge join: by their primary keys. */
final class MergeInputs {
  private MergeInputs() {}

  /** Returns whether the primary keys of both inputs begin with the keys of the join. */
  static boolean areOrdered(LogicalJoin join, List<KeyOrder> left, List<KeyOrder> right) {
    return isOrdered(join.left(), left) && isOrdered(join.right(), right);
  }

  private static boolean isOrdered(LogicalPlan plan, List<KeyOrder> keys) {
    return switch (plan) {
      case LogicalOperator.Filter filter -> isOrdered(filter.input(), keys);
      case LogicalSource.TableScan scan -> isKey(scan, keys);
      default -> false;
    };
  }

  private static boolean isKey(LogicalSource.TableScan scan, List<KeyOrder> keys) {
    List<KeyColumn> key = scan.table().schema().primaryKey();
    if (keys.size() > key.size()) {
      return false;
    }
    for (int i = 0; i < keys.size(); i++) {
      KeyColumn part = key.get(i);
      boolean isPart = false;
      for (LogicalSource.TableColumn column : scan.read()) {
        isPart |=
            column.variable().equals(keys.get(i).key()) && column.column().id() == part.columnId();
      }
      if (!isPart || part.direction() != SortDirection.ASCENDING) {
        return false;
      }
    }
    return true;
  }
}
