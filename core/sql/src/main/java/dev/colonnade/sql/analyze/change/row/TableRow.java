package dev.colonnade.sql.analyze.change.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Row of a table: an expression for each of its columns, hidden ones included. Immutable.
 *
 * @param values by the ids of the columns; columns without a value are NULL
 */
public record TableRow(Table table, Map<Integer, Expression> values) {
  public TableRow {
    requireNonNull(table, "table is null");
    values = Map.copyOf(values);
  }

  /** Returns the scan of all columns of a table. */
  public static LogicalSource.TableScan scan(Table table, String alias, Variables variables) {
    List<TableColumn> read = new ArrayList<>();
    for (Column column : table.schema().columns()) {
      read.add(
          new TableColumn(
              column,
              table.schema().ordinal(column.id()),
              variables.create(ColumnTypes.vector(column), column.name())));
    }
    return new LogicalSource.TableScan(table, alias, read);
  }

  /** Returns the row that a scan of all columns returns. */
  public static TableRow of(LogicalSource.TableScan scan) {
    Map<Integer, Expression> values = new HashMap<>();
    scan.read().forEach(read -> values.put(read.column().id(), read.variable()));
    return new TableRow(scan.table(), values);
  }

  /** Returns the value of a column. */
  public Expression value(Column column) {
    Expression value = values.get(column.id());
    return value == null
        ? new Literal(VectorType.of(ColumnTypes.vector(column).kind()), null)
        : value;
  }

  /** Returns the values of the key. */
  public List<Expression> key() {
    return table.schema().keyColumns().stream().map(this::value).toList();
  }

  /** Returns the row with other values of some columns. */
  public TableRow with(Map<Column, ? extends Expression> others) {
    Map<Integer, Expression> changed = new HashMap<>(values);
    others.forEach((column, value) -> changed.put(column.id(), value));
    return new TableRow(table, changed);
  }
}
