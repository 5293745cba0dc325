package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;

/** NOT, IS NULL, IS TRUE and the like. */
record TruthTest(Test test, VectorExpression value) implements VectorExpression {

  /** Tested truth value. */
  enum Test {
    NOT,
    IS_NULL,
    IS_NOT_NULL,
    IS_TRUE,
    IS_NOT_TRUE,
    IS_FALSE,
    IS_NOT_FALSE
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    Vector from = value.evaluate(batch, constants);
    int count = batch.rowCount();
    boolean[] result = new boolean[count];
    for (int row = 0; row < count; row++) {
      boolean isNull = from.isNull(row);
      boolean isSet = !isNull && from instanceof BooleanVector some && some.values()[row];
      result[row] =
          switch (test) {
            case NOT -> !isSet;
            case IS_NULL -> isNull;
            case IS_NOT_NULL -> !isNull;
            case IS_TRUE -> isSet;
            case IS_NOT_TRUE -> !isSet;
            case IS_FALSE -> !isNull && !isSet;
            case IS_NOT_FALSE -> isNull || isSet;
          };
    }
    return new BooleanVector(result, test == Test.NOT ? from.nulls() : null);
  }
}
