package dev.colonnade.sql.expression.comparison;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.LongDivision;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowComparisonTest {
  private static final @Nullable Integer[] VALUES = {1, 2, null};

  private static KernelFixture rows() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER, TypeKind.INTEGER, TypeKind.INTEGER);
    for (Integer a : VALUES) {
      for (Integer b : VALUES) {
        for (Integer c : VALUES) {
          for (Integer d : VALUES) {
            rows.row(a, b, c, d);
          }
        }
      }
    }
    return rows;
  }

  /** Reference: the first pair that differs or has a NULL decides. */
  private static @Nullable Boolean compared(ComparisonOperator operator, @Nullable Object[] row) {
    for (int i = 0; i < 2; i++) {
      if (row[i] == null || row[i + 2] == null) {
        return null;
      }
      int order = Integer.compare((Integer) row[i], (Integer) row[i + 2]);
      if (order != 0 || i == 1) {
        return operator.holds(order);
      }
    }
    throw new AssertionError("decided above");
  }

  @Test
  void shouldOrderRows() {
    KernelFixture rows = rows();
    for (ComparisonOperator operator :
        List.of(
            ComparisonOperator.LESS,
            ComparisonOperator.LESS_OR_EQUAL,
            ComparisonOperator.GREATER,
            ComparisonOperator.GREATER_OR_EQUAL)) {
      RowComparison comparison =
          new RowComparison(
              operator,
              List.of(rows.column(0), rows.column(1)),
              List.of(rows.column(2), rows.column(3)));
      rows.assertValues(comparison, row -> compared(operator, row));
    }
  }

  @Test
  void shouldNotEvaluateValuesBehindThePairThatDecides() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER).row(1).row(0).row(2);
    Expression quotient =
        new LongDivision(
            VectorType.of(TypeKind.INTEGER),
            ArithmeticOperator.DIVIDE,
            literal(TypeKind.INTEGER, 4),
            rows.column(0));
    Expression comparison =
        new RowComparison(
            ComparisonOperator.GREATER,
            List.of(rows.column(0), quotient),
            List.of(literal(TypeKind.INTEGER, 1), literal(TypeKind.INTEGER, 3)));
    rows.assertValues(comparison, row -> (Integer) row[0] >= 1);
    assertThat(comparison.sql(List.of("a"))).isEqualTo("(ROW(a, (4 / a)) > ROW(1, 3))");
  }

  @Test
  void shouldCompareRowValuesWithNulls() {
    KernelFixture rows = rows();
    Vector[] columns = new Vector[4];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = rows.batch().column(i);
    }
    List<VectorType> types =
        List.of(VectorType.of(TypeKind.INTEGER), VectorType.of(TypeKind.INTEGER));
    RowValues left = new RowValues(types, columns[0], columns[1]);
    RowValues right = new RowValues(types, columns[2], columns[3]);
    for (int row = 0; row < rows.batch().rowCount(); row++) {
      @Nullable Object[] values = new @Nullable Object[4];
      for (int i = 0; i < values.length; i++) {
        values[i] = columns[i].held(row, types.getFirst());
      }
      assertThat(left.compare(ComparisonOperator.EQUAL, row, right, row)).isEqualTo(equal(values));
      assertThat(left.compare(ComparisonOperator.LESS, row, right, row))
          .isEqualTo(compared(ComparisonOperator.LESS, values));
      assertThat(left.hasNull(row)).isEqualTo(values[0] == null || values[1] == null);
    }
  }

  private static @Nullable Boolean equal(@Nullable Object[] row) {
    boolean isUnknown = false;
    for (int i = 0; i < 2; i++) {
      if (row[i] == null || row[i + 2] == null) {
        isUnknown = true;
      } else if (!row[i].equals(row[i + 2])) {
        return false;
      }
    }
    return isUnknown ? null : (Boolean) true;
  }
}
