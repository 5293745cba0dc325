package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * AND and OR of three-valued logic. An operand is evaluated only for the rows that the ones before
 * it have not decided, so that it never fails for the decided ones.
 */
record Logic(boolean isAnd, List<VectorExpression> operands) implements VectorExpression {
  Logic {
    operands = List.copyOf(operands);
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    int count = batch.rowCount();
    boolean[] values = new boolean[count];
    boolean[] nulls = new boolean[count];
    int[] open = new int[count];
    for (int row = 0; row < count; row++) {
      values[row] = isAnd;
      open[row] = row;
    }
    int openCount = count;
    for (VectorExpression operand : operands) {
      if (openCount == 0) {
        break;
      }
      VectorBatch rest = openCount == count ? batch : batch.gather(open, openCount);
      BooleanVector some = (BooleanVector) operand.evaluate(rest, constants);
      openCount = decide(some, open, openCount, values, nulls);
    }
    return new BooleanVector(values, nulls);
  }

  /** Takes over what an operand decides. Returns how many rows are still open. */
  private int decide(
      BooleanVector operand, int[] open, int openCount, boolean[] values, boolean[] nulls) {
    int left = 0;
    for (int i = 0; i < openCount; i++) {
      int row = open[i];
      if (operand.isNull(i)) {
        nulls[row] = true;
        open[left++] = row;
      } else if (operand.values()[i] == isAnd) {
        open[left++] = row;
      } else {
        values[row] = !isAnd;
        nulls[row] = false;
      }
    }
    return left;
  }
}
