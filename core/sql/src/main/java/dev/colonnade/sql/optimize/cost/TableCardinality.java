package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.SystemColumnRead;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.table.SystemTableScan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.statistics.ColumnStatistics;
import dev.colonnade.statistics.TableStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Row counts and column statistics of stored tables and of tables of the system catalog. */
final class TableCardinality {
  /** Distinct values of a column without statistics, as PostgreSQL assumes. */
  static final double DISTINCT = 200;

  private static final double TRUTH_VALUES = 2;

  /** Rows with the same value of a column that begins an index and has no statistics, at most. */
  private static final double INDEXED_ROWS = 10;

  private final PlannerStatistics statistics;

  /** Scans of the statement by the variables of their columns. */
  private final Map<Variable, TableScan> scans = new HashMap<>();

  TableCardinality(PlannerStatistics statistics) {
    this.statistics = requireNonNull(statistics, "statistics is null");
  }

  PlanStatistics of(TableScan scan) {
    double rows = rows(scan.table());
    scan.read().forEach(read -> scans.putIfAbsent(read.variable(), scan));
    return new PlanStatistics(
        rows,
        variable -> column(scan, variable, rows),
        variables -> combinations(scan, variables, rows));
  }

  /** Returns the number of distinct combinations of values; 0 if it is not known. */
  double combinations(TableScan scan, Set<Variable> variables, double rows) {
    TableStatistics all = statistics.statistics(scan.table());
    if (all == null || all.groups().isEmpty() || variables.size() < 2) {
      return 0;
    }
    Set<Integer> ids = HashSet.newHashSet(variables.size());
    for (TableColumn read : scan.read()) {
      if (variables.contains(read.variable())) {
        ids.add(read.column().id());
      }
    }
    return ids.size() < variables.size() ? 0 : all.distinctCount(ids, rows);
  }

  /**
   * Returns the number of rows of a table. One that was never analyzed has at least the rows that
   * access costs assume, since plans are cached while it grows; an analyzed one has at least 1.
   */
  double rows(Table table) {
    double least = statistics.statistics(table) == null ? AccessCosts.TABLE_ROWS_MIN : 1;
    return Math.max(least, (double) statistics.rowCount(table));
  }

  private VariableStatistics column(TableScan scan, Variable variable, double rows) {
    for (TableColumn read : scan.read()) {
      if (read.variable().equals(variable)) {
        return column(scan.table(), read, rows);
      }
    }
    return outer(variable);
  }

  /** Returns the statistics of a variable of an enclosing row: one of the values of its column. */
  private VariableStatistics outer(Variable variable) {
    TableScan scan = scans.get(variable);
    TableStatistics all = scan == null ? null : statistics.statistics(scan.table());
    if (scan == null || all == null) {
      return VariableStatistics.ONE_VALUE;
    }
    for (TableColumn read : scan.read()) {
      if (read.variable().equals(variable)) {
        return new VariableStatistics(1, 0, all.find(read.column().id()));
      }
    }
    return VariableStatistics.ONE_VALUE;
  }

  private VariableStatistics column(Table table, TableColumn read, double rows) {
    TableStatistics all = statistics.statistics(table);
    int id = read.column().id();
    ColumnStatistics known = all == null ? null : all.find(id);
    if (UniqueKeys.areUnique(table, Set.of(id))) {
      double nulls = known == null ? 0 : known.nullFraction();
      return new VariableStatistics(rows * (1 - nulls), nulls, known);
    }
    if (all == null || known == null) {
      return new VariableStatistics(Math.min(unknownDistinct(table, read, rows), rows), 0, null);
    }
    return new VariableStatistics(all.distinctCount(id, rows), known.nullFraction(), known);
  }

  /** Returns the number of distinct values that a column without statistics is assumed to have. */
  private static double unknownDistinct(Table table, TableColumn read, double rows) {
    if (read.variable().type().kind() == TypeKind.BOOLEAN) {
      return TRUTH_VALUES;
    }
    for (TableIndex index : table.indexes()) {
      if (!index.keyColumns().isEmpty()
          && index.keyColumns().getFirst().columnId() == read.column().id()) {
        return Math.max(DISTINCT, rows / INDEXED_ROWS);
      }
    }
    return DISTINCT;
  }

  PlanStatistics of(LogicalSource.SystemTableScan scan) {
    double rows = SystemTableScan.estimatedRows(scan.table());
    return new PlanStatistics(rows, variable -> column(scan, variable, rows));
  }

  private static VariableStatistics column(
      LogicalSource.SystemTableScan scan, Variable variable, double rows) {
    SystemTable table = scan.table();
    for (SystemColumnRead read : scan.read()) {
      if (read.variable().equals(variable)) {
        boolean isKey =
            read.ordinal() < table.columns().size()
                && table.columns().get(read.ordinal()).name().equals("oid");
        return new VariableStatistics(isKey ? rows : Math.min(DISTINCT, rows), 0, null);
      }
    }
    return VariableStatistics.ONE_VALUE;
  }
}
