package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Comparison of two values of comparable representations; NULL if one of them is. */
public record Comparison(ComparisonOperator operator, Expression left, Expression right)
    implements Expression {
  public Comparison {
    requireNonNull(operator, "operator is null");
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
    if (!ValueOrdering.areComparable(left.type(), right.type())) {
      throw new IllegalArgumentException(
          "not comparable: left=%s right=%s".formatted(left.type(), right.type()));
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector some = left.evaluate(batch, evaluation);
    Vector others = right.evaluate(batch, evaluation);
    int count = batch.rowCount();
    boolean isWithConstant = right.isConstant() && !evaluation.hasParameterColumns();
    boolean[] ofCodes = isWithConstant ? resultOfCodes(some, others) : null;
    if (ofCodes != null) {
      return new BooleanVector(ofCodes, Nulls.either(some, others, count));
    }
    boolean[] result = new boolean[count];
    if (some instanceof LongVector a && others instanceof LongVector b) {
      compare(a.values(), b.values(), result);
    } else if (some instanceof DoubleVector a && others instanceof DoubleVector b) {
      for (int row = 0; row < count; row++) {
        result[row] = operator.holds(ValueOrdering.compare(a.values()[row], b.values()[row]));
      }
    } else if (some instanceof TextVector a && others instanceof TextVector b && isPlainText()) {
      compare(a, b, result);
    } else if (isWithConstant && count > 0 && some instanceof ObjectVector a) {
      compare(a, others, result);
    } else {
      compare(some, others, result);
    }
    return new BooleanVector(result, Nulls.either(some, others, count));
  }

  /** Compares values that are objects with a constant. */
  private void compare(ObjectVector some, Vector constants, boolean[] result) {
    if (constants.isNull(0)) {
      return;
    }
    Object constant = requireNonNull(constants.held(0, right.type()), "constant is null");
    Nesting nesting = ValueOrdering.nesting(left.type(), right.type());
    for (int row = 0; row < result.length; row++) {
      Object value = some.held(row, left.type());
      result[row] =
          value != null && operator.holds(RowComparator.compareValues(nesting, value, constant));
    }
  }

  /** Returns the result of all rows, computed once for each code; null if there are no codes. */
  private boolean @Nullable [] resultOfCodes(Vector some, Vector constants) {
    int[] rowsOfCodes = some instanceof TextVector texts ? texts.rowsOfCodes() : null;
    if (rowsOfCodes == null) {
      return null;
    }
    boolean[] holding = new boolean[rowsOfCodes.length];
    for (int code = 0; code < holding.length; code++) {
      int row = rowsOfCodes[code];
      if (row != Vector.NO_ROW && !constants.isNull(row)) {
        int order = ValueOrdering.compare(some, row, left.type(), constants, row, right.type());
        holding[code] = operator.holds(order);
      }
    }
    return ((TextVector) some).valuesOfRows(holding);
  }

  private boolean isPlainText() {
    return left.type().kind() != TypeKind.CHAR && right.type().kind() != TypeKind.CHAR;
  }

  private void compare(long[] a, long[] b, boolean[] result) {
    int count = result.length;
    switch (operator) {
      case EQUAL -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] == b[row];
        }
      }
      case NOT_EQUAL -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] != b[row];
        }
      }
      case LESS -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] < b[row];
        }
      }
      case LESS_OR_EQUAL -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] <= b[row];
        }
      }
      case GREATER -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] > b[row];
        }
      }
      case GREATER_OR_EQUAL -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] >= b[row];
        }
      }
    }
  }

  private void compare(TextVector a, TextVector b, boolean[] result) {
    boolean isEquality =
        operator == ComparisonOperator.EQUAL || operator == ComparisonOperator.NOT_EQUAL;
    for (int row = 0; row < result.length; row++) {
      int order =
          isEquality && a.length(row) != b.length(row) ? 1 : TextVector.compare(a, row, b, row);
      result[row] = operator.holds(order);
    }
  }

  private void compare(Vector some, Vector others, boolean[] result) {
    for (int row = 0; row < result.length; row++) {
      if (!some.isNull(row) && !others.isNull(row)) {
        int order = ValueOrdering.compare(some, row, left.type(), others, row, right.type());
        result[row] = operator.holds(order);
      }
    }
  }

  @Override
  public boolean isSafe() {
    return left.isSafe() && right.isSafe();
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of(left, right);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new Comparison(operator, others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + left.sql(columns) + " " + operator.symbol() + " " + right.sql(columns) + ")";
  }
}
