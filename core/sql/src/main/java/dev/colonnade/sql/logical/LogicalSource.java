package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;

/** Logical plan without inputs. */
public sealed interface LogicalSource extends LogicalPlan {
  @Override
  default List<LogicalPlan> inputs() {
    return List.of();
  }

  @Override
  default LogicalPlan withInputs(List<LogicalPlan> others) {
    return this;
  }

  @Override
  default List<Expression> expressions() {
    return List.of();
  }

  @Override
  default LogicalPlan withExpressions(List<Expression> others) {
    return this;
  }

  /**
   * Column of a stored table that a scan reads.
   *
   * @param ordinal position in the schema of the table
   */
  record TableColumn(Column column, int ordinal, Variable variable) {
    public TableColumn {
      requireNonNull(column, "column is null");
      requireNonNull(variable, "variable is null");
    }
  }

  /**
   * Rows of a stored table.
   *
   * @param alias name of the table in the statement, for EXPLAIN
   */
  record TableScan(Table table, String alias, List<TableColumn> read) implements LogicalSource {
    public TableScan {
      requireNonNull(table, "table is null");
      requireNonNull(alias, "alias is null");
      read = List.copyOf(read);
    }

    @Override
    public List<Variable> columns() {
      return new ListView<>(read, TableColumn::variable);
    }
  }

  /** Column of a table of the system catalog that a scan reads. */
  record SystemColumnRead(int ordinal, Variable variable) {
    public SystemColumnRead {
      requireNonNull(variable, "variable is null");
    }
  }

  /** Rows of a table of the system catalog. */
  record SystemTableScan(SystemTable table, List<SystemColumnRead> read) implements LogicalSource {
    public SystemTableScan {
      requireNonNull(table, "table is null");
      read = List.copyOf(read);
    }

    @Override
    public List<Variable> columns() {
      return new ListView<>(read, SystemColumnRead::variable);
    }
  }

  /**
   * Rows of expressions, which read variables of enclosing plans only. One row without columns is
   * the input of a SELECT without FROM.
   */
  record Rows(List<List<Expression>> rows, List<Variable> columns) implements LogicalSource {
    public Rows {
      rows = rows.stream().map(List::copyOf).toList();
      columns = List.copyOf(columns);
    }

    /** Returns one row without columns. */
    public static Rows one() {
      return new Rows(List.of(List.of()), List.of());
    }

    /** Returns no rows. */
    public static Rows none(List<Variable> columns) {
      return new Rows(List.of(), columns);
    }

    @Override
    public List<Expression> expressions() {
      List<Expression> all = new ArrayList<>(rows.size() * columns.size());
      rows.forEach(all::addAll);
      return all;
    }

    @Override
    public LogicalPlan withExpressions(List<Expression> others) {
      List<List<Expression>> changed = new ArrayList<>(rows.size());
      int width = columns.size();
      for (int i = 0; i < rows.size(); i++) {
        changed.add(others.subList(i * width, (i + 1) * width));
      }
      return new Rows(changed, columns);
    }
  }

  /** Rows that a statement with changes in its WITH clause buffers under a name. */
  record NamedRows(String name, List<Variable> columns) implements LogicalSource {
    public NamedRows {
      requireNonNull(name, "name is null");
      columns = List.copyOf(columns);
    }
  }

  /**
   * Rows of a common table expression of an enclosing {@link LogicalSet.With}; the columns are new
   * variables for those of its plan, by position.
   */
  record CteReference(int cteId, String name, List<Variable> columns) implements LogicalSource {
    public CteReference {
      requireNonNull(name, "name is null");
      columns = List.copyOf(columns);
    }
  }

  /**
   * Rows that the last round of an enclosing {@link LogicalSet.Recursion} added; the columns are
   * new variables for those of the recursion, by position.
   */
  record WorkingTable(int recursionId, String name, List<Variable> columns)
      implements LogicalSource {
    public WorkingTable {
      requireNonNull(name, "name is null");
      columns = List.copyOf(columns);
    }
  }
}
