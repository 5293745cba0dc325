package dev.colonnade.sql.expression.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Test of predicates on ANY and ALL elements of arrays. */
@SuppressWarnings("NullAway")
class QuantifiedElementsTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);

  private final KernelFixture rows =
      KernelFixture.of(TypeKind.INTEGER, TypeKind.ARRAY)
          .row(1, List.of(1, 2))
          .row(1, List.of(2, 3))
          .row(1, Arrays.asList(2, null))
          .row(1, Arrays.asList(1, null))
          .row(1, List.of(1, 1))
          .row(null, List.of(1))
          .row(null, List.of())
          .row(1, List.of())
          .row(1, null);

  private Expression quantified(boolean isAll) {
    Expression test =
        new Comparison(
            ComparisonOperator.EQUAL,
            new ColumnReference(INTEGER, 0),
            new ColumnReference(INTEGER, 1));
    return new QuantifiedElements(rows.column(0), rows.column(1), INTEGER, test, isAll);
  }

  @Test
  void shouldTestElementsWithNulls() {
    rows.assertValues(quantified(false), values -> expected(values[0], values[1], false));
    rows.assertValues(quantified(true), values -> expected(values[0], values[1], true));
    assertThat(quantified(true).sql(List.of("n", "a"))).isEqualTo("(n = ALL (a))");
  }

  private static Object expected(Object value, Object array, boolean isAll) {
    if (array == null) {
      return null;
    }
    Boolean result = isAll;
    for (Object element : (List<?>) array) {
      if (element == null || value == null) {
        result = null;
      } else if (element.equals(value) != isAll) {
        return !isAll;
      }
    }
    return result;
  }
}
