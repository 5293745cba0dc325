package dev.colonnade.sql.analyze.query.from;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a relation before its alias is applied.
 *
 * @param systemColumns that only their names find
 * @param rowType type of the rows; null if they have none
 * @param key column of the plan that is never NULL; null if none is known
 */
record RelationRows(
    LogicalPlan plan,
    List<NamedColumn> columns,
    List<NamedColumn> systemColumns,
    @Nullable Type rowType,
    @Nullable Variable key) {
  RelationRows(
      LogicalPlan plan,
      List<NamedColumn> columns,
      List<NamedColumn> systemColumns,
      @Nullable Type rowType,
      @Nullable Variable key) {
    this.plan = requireNonNull(plan, "plan is null");
    this.columns = List.copyOf(columns);
    this.systemColumns = List.copyOf(systemColumns);
    this.rowType = rowType;
    this.key = key;
  }

  RelationRows(
      LogicalPlan plan,
      List<NamedColumn> columns,
      List<NamedColumn> systemColumns,
      @Nullable Type rowType) {
    this(plan, columns, systemColumns, rowType, null);
  }
}
