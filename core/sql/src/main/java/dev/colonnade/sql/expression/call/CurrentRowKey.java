package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Column of the key of the row of a table that is the current row of a cursor, as {@code WHERE
 * CURRENT OF} compares it.
 *
 * @param index position of the column in the key, from 0
 */
public record CurrentRowKey(
    VectorType type, String cursor, int tableId, String tableName, int index)
    implements Expression {
  public CurrentRowKey {
    requireNonNull(type, "type is null");
    requireNonNull(cursor, "cursor is null");
    requireNonNull(tableName, "tableName is null");
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    if (!(evaluation.services().find(CursorService.class.getName())
        instanceof CursorService cursors)) {
      throw new ColonnadeException(
          ErrorCode.INTERNAL, "statement has no cursors: cursor=" + cursor);
    }
    Object value = cursors.currentKey(cursor, tableId, tableName).get(index);
    return evaluation.repeated(this, type, value, batch.rowCount());
  }

  @Override
  public boolean isImmutable() {
    return false;
  }

  @Override
  public boolean isConstant() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return this;
  }

  @Override
  public String sql(List<String> columns) {
    return "CURRENT OF " + cursor;
  }
}
