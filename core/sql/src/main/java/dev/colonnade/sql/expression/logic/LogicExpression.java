package dev.colonnade.sql.expression.logic;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * AND and OR. An operand is evaluated, from left to right, only for the rows that the operands
 * before it leave open: rows that no operand has made FALSE (of AND) or TRUE (of OR).
 *
 * @param operands at least one, of BOOLEAN
 */
public record LogicExpression(boolean isAnd, List<Expression> operands) implements Expression {
  /** The share of open rows from which a safe operand is evaluated over the whole batch. */
  private static final int OPEN_PART = 4;

  public LogicExpression {
    operands = List.copyOf(operands);
    if (operands.isEmpty()) {
      throw new IllegalArgumentException("logic without operands");
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Decisions decisions = new Decisions(isAnd, batch.rowCount());
    for (Expression operand : operands) {
      int open = decisions.openCount;
      if (open == 0) {
        break;
      }
      boolean isWhole =
          open == batch.rowCount() || (open >= batch.rowCount() / OPEN_PART && operand.isSafe());
      if (isWhole) {
        decisions.add((BooleanVector) operand.evaluate(batch, evaluation));
      } else {
        int[] rows = decisions.openRows();
        decisions.add((BooleanVector) operand.evaluate(batch.gather(rows, open), evaluation), rows);
      }
    }
    return decisions.vector();
  }

  /** Results so far. A row is open while its value is that of an empty AND or OR. */
  private static final class Decisions {
    private final boolean neutral;
    private final int count;
    private final boolean[] values;
    private boolean @Nullable [] nulls;
    private int openCount;

    Decisions(boolean neutral, int count) {
      this.neutral = neutral;
      this.count = count;
      values = new boolean[count];
      if (neutral) {
        Arrays.fill(values, true);
      }
      openCount = count;
    }

    void add(BooleanVector operand) {
      boolean[] given = operand.values();
      boolean[] givenNulls = operand.nulls();
      int open = 0;
      for (int row = 0; row < count; row++) {
        boolean isNull = givenNulls != null && givenNulls[row];
        if (values[row] == neutral) {
          open += decide(row, isNull, given[row]);
        }
      }
      openCount = open;
    }

    void add(BooleanVector operand, int[] rows) {
      int open = 0;
      for (int i = 0; i < openCount; i++) {
        open += decide(rows[i], operand.isNull(i), operand.values()[i]);
      }
      openCount = open;
    }

    /** Adds an operand of an open row; returns 1 if the row is still open, else 0. */
    private int decide(int row, boolean isNull, boolean value) {
      if (isNull) {
        nulls = nulls == null ? new boolean[count] : nulls;
        nulls[row] = true;
        return 1;
      }
      if (value == neutral) {
        return 1;
      }
      values[row] = value;
      if (nulls != null) {
        nulls[row] = false;
      }
      return 0;
    }

    int[] openRows() {
      int[] rows = new int[openCount];
      int filled = 0;
      for (int row = 0; row < count; row++) {
        if (values[row] == neutral) {
          rows[filled++] = row;
        }
      }
      return rows;
    }

    BooleanVector vector() {
      return new BooleanVector(values, nulls == null ? null : Nulls.compact(nulls, count));
    }
  }

  @Override
  public boolean isSafe() {
    for (Expression operand : operands) {
      if (!operand.isSafe()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new LogicExpression(isAnd, others);
  }

  @Override
  public String sql(List<String> columns) {
    StringJoiner text = new StringJoiner(isAnd ? " AND " : " OR ", "(", ")");
    operands.forEach(operand -> text.add(operand.sql(columns)));
    return text.toString();
  }
}
