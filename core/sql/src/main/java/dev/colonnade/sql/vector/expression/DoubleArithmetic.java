package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.function.DoubleBinaryOperator;

/** Arithmetic of DOUBLE PRECISION, whose overflow is an error. */
record DoubleArithmetic(
    DoubleBinaryOperator operator, VectorExpression left, VectorExpression right)
    implements VectorExpression {

  static DoubleArithmetic add(VectorExpression left, VectorExpression right) {
    return new DoubleArithmetic(CheckedArithmetic::addDouble, left, right);
  }

  static DoubleArithmetic subtract(VectorExpression left, VectorExpression right) {
    return new DoubleArithmetic(CheckedArithmetic::subtractDouble, left, right);
  }

  static DoubleArithmetic multiply(VectorExpression left, VectorExpression right) {
    return new DoubleArithmetic(CheckedArithmetic::multiplyDouble, left, right);
  }

  static DoubleArithmetic divide(VectorExpression left, VectorExpression right) {
    return new DoubleArithmetic(CheckedArithmetic::divideDouble, left, right);
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.DOUBLE);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    DoubleVector some = (DoubleVector) left.evaluate(batch, constants);
    DoubleVector others = (DoubleVector) right.evaluate(batch, constants);
    int count = batch.rowCount();
    boolean[] nulls = Nulls.either(some, others, count);
    double[] result = new double[count];
    for (int row = 0; row < count; row++) {
      if (nulls == null || !nulls[row]) {
        result[row] = operator.applyAsDouble(some.values()[row], others.values()[row]);
      }
    }
    return new DoubleVector(result, nulls);
  }
}
