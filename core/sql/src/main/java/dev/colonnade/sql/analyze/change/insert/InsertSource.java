package dev.colonnade.sql.analyze.change.insert;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.physical.ModifyPlan.AllocatedColumn;
import dev.colonnade.type.schema.Column;
import java.util.List;

/**
 * Rows of an INSERT.
 *
 * @param plan whose columns are the values of {@code columns}
 * @param given columns that the statement has values for
 * @param columns all columns with values
 * @param allocated columns that get values of sequences, allocated for all rows at once
 */
record InsertSource(
    LogicalPlan plan, List<Column> given, List<Column> columns, List<AllocatedColumn> allocated) {
  InsertSource {
    requireNonNull(plan, "plan is null");
    given = List.copyOf(given);
    columns = List.copyOf(columns);
    allocated = List.copyOf(allocated);
  }
}
