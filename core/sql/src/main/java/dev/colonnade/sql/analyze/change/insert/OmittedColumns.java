package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.physical.ModifyPlan.AllocatedColumn;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Columns with a default that the rows of an INSERT have no values for. Values of sequences are
 * allocated for all rows at once where that makes no difference.
 *
 * @param computed columns whose defaults are evaluated for each row
 * @param allocated columns with the next values of sequences
 */
record OmittedColumns(List<Column> computed, List<AllocatedColumn> allocated) {
  OmittedColumns {
    computed = List.copyOf(computed);
    allocated = List.copyOf(allocated);
  }

  /** Returns the columns that are not among the given ones, in the order of the table. */
  static OmittedColumns of(Table table, List<Column> given) {
    return new OmittedColumns(
        table.schema().columns().stream()
            .filter(column -> !given.contains(column))
            .filter(column -> TableExpressions.hasDefault(table, column))
            .toList(),
        List.of());
  }

  /**
   * Returns the columns with values of sequences allocated at once. If two columns share a
   * sequence, or a default computes with one, a row gets its values in succession instead.
   */
  OmittedColumns withAllocation(Table table) {
    List<AllocatedColumn> found = new ArrayList<>();
    List<Column> others = new ArrayList<>();
    Set<Integer> sequences = new HashSet<>();
    for (Column column : computed) {
      if (column.isOfDomain()) {
        return this; // its default may have a sequence, and its values are checked
      }
      int sequenceId = TableExpressions.sequenceOf(table, column);
      boolean isInteger = TypeMapping.sqlType(column.type()).kind().isInteger();
      if (sequenceId != 0 && isInteger) {
        if (!sequences.add(sequenceId)) {
          return this;
        }
        int ordinal = table.schema().ordinal(column.id());
        found.add(new AllocatedColumn(column, ordinal, sequenceId));
        continue;
      }
      String text = table.descriptor().defaults().get(column.id());
      if (text != null && !DefaultClause.sequencesIn(text).isEmpty()) {
        return this;
      }
      others.add(column);
    }
    return new OmittedColumns(others, found);
  }
}
