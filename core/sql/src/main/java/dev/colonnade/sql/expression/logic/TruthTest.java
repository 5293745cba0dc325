package dev.colonnade.sql.expression.logic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** NOT, and the tests of a BOOLEAN: IS TRUE, IS UNKNOWN and the like. */
public record TruthTest(Test test, Expression value) implements Expression {
  public TruthTest {
    requireNonNull(test, "test is null");
    requireNonNull(value, "value is null");
  }

  /** Tested truth value. */
  public enum Test {
    NOT("NOT"),
    IS_TRUE("IS TRUE"),
    IS_NOT_TRUE("IS NOT TRUE"),
    IS_FALSE("IS FALSE"),
    IS_NOT_FALSE("IS NOT FALSE"),
    IS_UNKNOWN("IS UNKNOWN"),
    IS_NOT_UNKNOWN("IS NOT UNKNOWN");

    private final String keywords;

    Test(String keywords) {
      this.keywords = keywords;
    }

    private boolean of(boolean isNull, boolean value) {
      boolean isTrue = !isNull && value;
      boolean isFalse = !isNull && !value;
      return switch (this) {
        case NOT -> isFalse;
        case IS_TRUE -> isTrue;
        case IS_NOT_TRUE -> !isTrue;
        case IS_FALSE -> isFalse;
        case IS_NOT_FALSE -> !isFalse;
        case IS_UNKNOWN -> isNull;
        case IS_NOT_UNKNOWN -> !isNull;
      };
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    BooleanVector from = (BooleanVector) value.evaluate(batch, evaluation);
    int count = batch.rowCount();
    boolean[] result = new boolean[count];
    for (int row = 0; row < count; row++) {
      result[row] = test.of(from.isNull(row), from.values()[row]);
    }
    return new BooleanVector(result, test == Test.NOT ? from.nulls() : null);
  }

  @Override
  public boolean isSafe() {
    return value.isSafe();
  }

  @Override
  public List<Expression> operands() {
    return List.of(value);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new TruthTest(test, others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return test == Test.NOT
        ? "(NOT " + value.sql(columns) + ")"
        : "(" + value.sql(columns) + " " + test.keywords + ")";
  }
}
