package dev.colonnade.sql.optimize.rule;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Groups of which the first ones are read. */
final class FirstGroups {
  private FirstGroups() {}

  /** Returns whether an aggregation has keys, and one grouping set of all of them. */
  static boolean isPlain(Aggregate aggregate) {
    return !aggregate.keys().isEmpty()
        && aggregate.groupingSets().size() == 1
        && aggregate.groupingSets().getFirst().size() == aggregate.keys().size();
  }

  /** Returns the keys of an order over the input; none if one is no key of the groups. */
  static List<SortItem> ofInput(List<SortItem> keys, Aggregate aggregate) {
    List<SortItem> found = new ArrayList<>(keys.size());
    for (SortItem key : keys) {
      Variable input = null;
      for (GroupKey group : aggregate.keys()) {
        input = group.output().equals(key.expression()) ? group.input() : input;
      }
      if (input == null) {
        return List.of();
      }
      found.add(key.by(input));
    }
    return found;
  }

  /** Returns the columns of the input that are keys of the groups. */
  static Set<Variable> inputs(Aggregate aggregate) {
    Set<Variable> inputs = new HashSet<>();
    aggregate.keys().forEach(key -> inputs.add(key.input()));
    return inputs;
  }

  /** Returns whether the first columns of an index are the keys of groups. */
  static boolean isBegin(Set<Variable> groups, TableIndex index, TableScan scan) {
    if (index.columns().size() < groups.size()) {
      return false;
    }
    for (KeyColumn part : index.columns().subList(0, groups.size())) {
      Variable variable = variable(scan, part.columnId());
      if (variable == null || !groups.contains(variable)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Variable variable(TableScan scan, int columnId) {
    for (TableColumn column : scan.read()) {
      if (column.column().id() == columnId) {
        return column.variable();
      }
    }
    return null;
  }
}
