package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.type.schema.KeyColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Recognition of plans that have at most one row for values of some expressions. */
final class UniqueRows {
  private UniqueRows() {}

  /** Returns whether a plan is known to have at most one row for each combination of values. */
  static boolean areUnique(LogicalPlan plan, Set<Expression> values) {
    return switch (plan) {
      case LogicalSource.TableScan scan -> isKey(scan, values);
      case LogicalSource.Rows rows -> rows.rows().size() <= 1;
      case LogicalOperator.Filter filter -> areUnique(filter.input(), values);
      case LogicalOperator.Sort sort -> areUnique(sort.input(), values);
      case LogicalOperator.Limit limit -> areUnique(limit.input(), values);
      case LogicalOperator.Project project -> areUnique(project.input(), sources(project, values));
      case LogicalOperator.Aggregate aggregate -> isGroup(aggregate, values);
      default -> false;
    };
  }

  private static Set<Expression> sources(LogicalOperator.Project project, Set<Expression> values) {
    Set<Expression> sources = new HashSet<>(values);
    for (Assignment assignment : project.assignments()) {
      if (values.contains(assignment.variable())) {
        sources.add(assignment.expression());
      }
    }
    return sources;
  }

  private static boolean isGroup(LogicalOperator.Aggregate aggregate, Set<Expression> values) {
    if (aggregate.groupingSets().size() != 1
        || aggregate.groupingSets().getFirst().size() != aggregate.keys().size()) {
      return false;
    }
    for (LogicalOperator.GroupKey key : aggregate.keys()) {
      if (!values.contains(key.output())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isKey(LogicalSource.TableScan scan, Set<Expression> values) {
    Set<Integer> ids = new HashSet<>();
    for (LogicalSource.TableColumn column : scan.read()) {
      if (values.contains(column.variable())) {
        ids.add(column.column().id());
      }
    }
    if (hasAll(ids, scan.table().schema().primaryKey())) {
      return true;
    }
    for (TableIndex index : scan.table().indexes()) {
      boolean isWhole =
          index.isUnique()
              && index.descriptor().isReady()
              && index.descriptor().definition().predicate() == null;
      if (isWhole && hasAll(ids, index.columns())) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasAll(Set<Integer> ids, List<KeyColumn> key) {
    for (KeyColumn part : key) {
      if (!ids.contains(part.columnId())) {
        return false;
      }
    }
    return true;
  }
}
