package dev.colonnade.sql.expression.comparison;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImplicationTest {
  private static final int LEAST = -1;
  private static final int GREATEST = 6;
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  private static final Expression COLUMN = new ColumnReference(INTEGER, 0);
  private static final Expression OTHER = new ColumnReference(INTEGER, 1);

  private static Comparison compare(ComparisonOperator operator, int constant) {
    return new Comparison(operator, COLUMN, literal(TypeKind.INTEGER, constant));
  }

  /** Returns whether a comparison is true for a value. */
  private static boolean holds(Comparison comparison, int value) {
    Object constant = requireNonNull(((Literal) comparison.right()).value(), "constant is null");
    return comparison.operator().holds(Integer.compare(value, ((Number) constant).intValue()));
  }

  private static boolean implies(Expression known, Expression wanted) {
    return Implication.implies(List.of(known), wanted);
  }

  @Test
  void shouldProveComparisonsThatHoldForAllValues() {
    for (ComparisonOperator operator : ComparisonOperator.values()) {
      for (ComparisonOperator wantedOperator : ComparisonOperator.values()) {
        for (int constant = 1; constant <= 4; constant++) {
          Comparison known = compare(operator, constant);
          Comparison wanted = compare(wantedOperator, 2);
          boolean isImplied = true;
          for (int value = LEAST; value <= GREATEST; value++) {
            isImplied &= !holds(known, value) || holds(wanted, value);
          }
          if (isImplied != implies(known, wanted)) {
            // Between two whole numbers there is no other one, of which nothing is known here.
            assertThat(isImplied).as("%s, %s", known, wanted).isTrue();
            assertThat(Math.abs(constant - 2)).isEqualTo(1);
          }
          Comparison mirrored =
              new Comparison(
                  operator.mirrored(), /* left= */ known.right(), /* right= */ known.left());
          assertThat(implies(mirrored, wanted)).isEqualTo(implies(known, wanted));
        }
      }
    }
  }

  @Test
  void shouldProveListsAndAlternatives() {
    Expression list = list(3, 5);
    assertThat(implies(list, compare(ComparisonOperator.GREATER, 2))).isTrue();
    assertThat(implies(list, compare(ComparisonOperator.GREATER, 3))).isFalse();
    assertThat(implies(list, list(1, 3, 5))).isTrue();
    assertThat(implies(list, list(3, 4))).isFalse();
    assertThat(implies(compare(ComparisonOperator.EQUAL, 5), list)).isTrue();
    assertThat(implies(compare(ComparisonOperator.LESS, 5), list)).isFalse();
    Expression either =
        new LogicExpression(
            false, List.of(compare(ComparisonOperator.EQUAL, 3), new NullTest(false, OTHER)));
    assertThat(implies(compare(ComparisonOperator.EQUAL, 3), either)).isTrue();
    assertThat(implies(either, either)).isTrue();
    assertThat(implies(either, compare(ComparisonOperator.GREATER, 2))).isFalse();
    Expression both =
        new LogicExpression(
            true, List.of(compare(ComparisonOperator.EQUAL, 3), new NullTest(false, OTHER)));
    assertThat(implies(both, compare(ComparisonOperator.GREATER, 2))).isTrue();
    assertThat(implies(compare(ComparisonOperator.EQUAL, 3), both)).isFalse();
  }

  @Test
  void shouldProveThatComparedValuesAreNotNull() {
    Expression isNotNull = new NullTest(true, COLUMN);
    for (ComparisonOperator operator : ComparisonOperator.values()) {
      assertThat(implies(compare(operator, 1), isNotNull)).isTrue();
    }
    assertThat(implies(list(1), isNotNull)).isTrue();
    assertThat(implies(list(1), new NullTest(true, OTHER))).isFalse();
    assertThat(implies(new NullTest(true, OTHER), isNotNull)).isFalse();
    assertThat(implies(new NullTest(false, COLUMN), isNotNull)).isFalse();
    assertThat(implies(compare(ComparisonOperator.EQUAL, 1), new NullTest(false, COLUMN)))
        .isFalse();
  }

  @Test
  void shouldCompareNumbersOfDifferentScales() {
    Expression column = new ColumnReference(VectorType.decimal(2), 0);
    Expression wanted = greater(column, new BigDecimal("1.50"), 2);
    Expression sameValue =
        new Comparison(ComparisonOperator.GREATER, COLUMN, literal(TypeKind.INTEGER, 2));
    assertThat(implies(greater(column, new BigDecimal("1.51"), 2), wanted)).isTrue();
    assertThat(implies(greater(column, new BigDecimal("1.49"), 2), wanted)).isFalse();
    assertThat(implies(sameValue, wanted)).isFalse();
  }

  private static Comparison greater(Expression column, BigDecimal constant, int scale) {
    return new Comparison(
        ComparisonOperator.GREATER, column, new Literal(VectorType.decimal(scale), constant));
  }

  private static Expression list(int... items) {
    List<Expression> literals = new ArrayList<>();
    for (int item : items) {
      literals.add(literal(TypeKind.INTEGER, item));
    }
    return new InList(false, COLUMN, literals);
  }
}
