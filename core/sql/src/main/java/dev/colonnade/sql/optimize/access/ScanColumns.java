package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.Variable;
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

  private ScanColumns(LogicalSource.TableScan scan, Map<Expression, Column> expressions) {
    this.scan = requireNonNull(scan, "scan is null");
    this.expressions = expressions;
  }

  /** Returns the columns of a scan. */
  public static ScanColumns of(LogicalSource.TableScan scan) {
    return new ScanColumns(scan, Map.of());
  }

  /**
   * Returns the columns with those of the expressions of an index.
   *
   * @param keys expressions over columns of the table by position
   */
  ScanColumns with(TableIndex index, List<Expression> keys) {
    Map<Expression, Column> all = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      Expression known = overVariables(keys.get(i));
      if (known != null) {
        all.put(known, index.schema().column(IndexExpression.idAt(i)));
      }
    }
    return new ScanColumns(scan, all);
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
    if (expression instanceof Variable variable) {
      TableColumn read = read(variable);
      return read == null ? null : read.column();
    }
    return expressions.isEmpty() ? null : expressions.get(expression);
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
