package dev.colonnade.sql.analyze.change.value;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.type.schema.Column;
import java.util.HashMap;
import java.util.Map;

/**
 * Rules of the values of generated columns. The write of a row computes them; statements that read
 * the new row, as RETURNING does, compute them too.
 */
public final class GeneratedColumns {
  private GeneratedColumns() {}

  /** Returns whether a column is generated. */
  public static boolean contains(Table table, Column column) {
    return table.descriptor().properties().generated().containsKey(column.id());
  }

  /** Returns a new row with the values of its generated columns. */
  public static TableRow in(TableRow row, StatementAnalysis statement) {
    Table table = row.table();
    Map<Column, Expression> values = new HashMap<>();
    for (int columnId : table.descriptor().properties().generated().keySet()) {
      Column column = table.schema().column(columnId);
      values.put(column, new TableExpressions(statement).generated(table, column, row::value));
    }
    return values.isEmpty() ? row : row.with(values);
  }

  /** Returns the error of an INSERT of a value. */
  public static ColonnadeException refusedInsert(Column column) {
    return new ColonnadeException(
        ErrorCode.GENERATED_ALWAYS,
        "cannot insert a non-DEFAULT value into column \"%s\"".formatted(column.name()),
        detail(column));
  }

  /** Returns the error of an UPDATE to a value. */
  public static ColonnadeException refusedUpdate(Column column) {
    return new ColonnadeException(
        ErrorCode.GENERATED_ALWAYS,
        "column \"%s\" can only be updated to DEFAULT".formatted(column.name()),
        detail(column));
  }

  private static ErrorFields detail(Column column) {
    return ErrorFields.NONE.withDetail(
        "Column \"%s\" is a generated column.".formatted(column.name()));
  }
}
