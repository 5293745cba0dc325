package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stored columns that the variables of a scan are, and expressions of an index as columns of it.
 */
public final class ScanColumns {
  private final LogicalSource.TableScan scan;
  private final Map<Expression, Column> expressions;

  /** Sort keys of the columns that an index has them of, and their types, by column. */
  private final Map<Column, ColumnType.Packed> sortKeys;

  private ScanColumns(
      LogicalSource.TableScan scan,
      Map<Expression, Column> expressions,
      Map<Column, ColumnType.Packed> sortKeys) {
    this.scan = requireNonNull(scan, "scan is null");
    this.expressions = expressions;
    this.sortKeys = sortKeys;
  }

  /** Returns the columns of a scan. */
  public static ScanColumns of(LogicalSource.TableScan scan) {
    return new ScanColumns(scan, Map.of(), Map.of());
  }

  /**
   * Returns the columns with those of the expressions of an index.
   *
   * @param keys expressions over columns of the table by position
   */
  ScanColumns with(TableIndex index, List<Expression> keys) {
    Map<Expression, Column> all = new HashMap<>();
    Map<Column, ColumnType.Packed> types = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      Expression known = overVariables(keys.get(i));
      if (known != null) {
        Column column = index.schema().column(IndexExpression.idAt(i));
        all.put(known, keyColumn(index, column, types));
      }
    }
    for (TableColumn read : scan.read()) {
      Column column = keyColumn(index, read.column(), types);
      if (!column.equals(read.column())) {
        all.put(read.variable(), column);
      }
    }
    return new ScanColumns(scan, all, types);
  }

  /** Returns the column with the sort key of a column; the column itself if there is none. */
  private static Column keyColumn(
      TableIndex index, Column column, Map<Column, ColumnType.Packed> types) {
    Column stored = index.sortKeyOf(column.id());
    if (stored == null) {
      return column;
    }
    Column sortKey = new Column(stored.id(), stored.name(), stored.type(), column.nullable());
    types.put(sortKey, (ColumnType.Packed) column.type());
    return sortKey;
  }

  /** Returns the type of the values that a column has the sort keys of; null if of none. */
  ColumnType.@Nullable Packed typeOfSortKey(Column column) {
    return sortKeys.get(column);
  }

  /**
   * Returns an expression over columns by position as one over the variables of the scan; null if
   * the scan does not read one of the columns.
   */
  @Nullable Expression overVariables(Expression expression) {
    if (expression instanceof ColumnReference column) {
      for (TableColumn read : scan.read()) {
        if (read.ordinal() == column.index()) {
          return read.variable();
        }
      }
      return null;
    }
    List<Expression> operands = new ArrayList<>();
    for (Expression operand : expression.operands()) {
      Expression known = overVariables(operand);
      if (known == null) {
        return null;
      }
      operands.add(known);
    }
    return operands.isEmpty() ? expression : expression.withOperands(operands);
  }

  /** Returns the column that an expression is; null if it is none. */
  @Nullable Column find(Expression expression) {
    Column known = expressions.isEmpty() ? null : expressions.get(expression);
    if (known == null && expression instanceof Variable variable) {
      TableColumn read = read(variable);
      return read == null ? null : read.column();
    }
    return known;
  }

  /** Returns the column that a variable is; null if it is none. */
  public @Nullable TableColumn read(Variable variable) {
    for (TableColumn read : scan.read()) {
      if (read.variable().equals(variable)) {
        return read;
      }
    }
    return null;
  }

  /** Returns whether an expression reads a column of the scan. */
  boolean isReadBy(Expression expression) {
    if (expression instanceof Variable variable) {
      return read(variable) != null;
    }
    for (Expression operand : expression.operands()) {
      if (isReadBy(operand)) {
        return true;
      }
    }
    return false;
  }
}
