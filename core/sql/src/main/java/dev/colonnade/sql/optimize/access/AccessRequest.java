package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.type.ColumnType;
import java.util.List;
import java.util.Set;

/**
 * Rows of a table for which an access path is chosen.
 *
 * @param predicates all predicates on the rows
 * @param needed ids of the columns that are read or tested
 * @param width number of the columns that are read
 * @param tableRows estimated number of rows of the table
 * @param rows estimated number of rows that satisfy all predicates
 * @param rowLimit number of these rows that are read; infinite for all
 * @param order in which the rows are useful; empty for none
 * @param orderNanos cost that the order saves
 */
public record AccessRequest(
    LogicalSource.TableScan scan,
    List<TranslatedPredicate> predicates,
    Set<Integer> needed,
    int width,
    double tableRows,
    double rows,
    double rowLimit,
    List<WantedOrder> order,
    double orderNanos) {
  public AccessRequest {
    requireNonNull(scan, "scan is null");
    predicates = List.copyOf(predicates);
    needed = Set.copyOf(needed);
    order = List.copyOf(order);
  }

  /**
   * Returns the number of predicates that are no part of a columnar scan and read values of types
   * that it does not compare, such as numbers of arbitrary precision.
   */
  int packedTests() {
    int count = 0;
    for (TranslatedPredicate predicate : predicates) {
      if (!predicate.isDecided() && readsPacked(predicate)) {
        count++;
      }
    }
    return count;
  }

  private boolean readsPacked(TranslatedPredicate predicate) {
    Set<Variable> variables = LogicalExpressions.variables(predicate.source());
    return scan.read().stream()
        .anyMatch(
            column ->
                column.column().type() instanceof ColumnType.Packed
                    && variables.contains(column.variable()));
  }

  Table table() {
    return scan.table();
  }
}
