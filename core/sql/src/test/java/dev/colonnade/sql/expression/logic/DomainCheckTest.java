package dev.colonnade.sql.expression.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorObject;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway")
class DomainCheckTest {
  private static final ErrorObject OBJECT = new ErrorObject(0, "s", "small");

  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);

  private static DomainCheck.Check below(int limit) {
    Expression predicate =
        new ExpressionBuilder()
            .compare(
                ComparisonOperator.LESS,
                new ColumnReference(INTEGER, 0),
                new Literal(INTEGER, limit));
    return new DomainCheck.Check("below_" + limit, predicate);
  }

  @Test
  void shouldReturnValuesThatSatisfyAllConstraints() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.TEXT, TypeKind.INTEGER).row("a", 1).row("b", null).row("c", 4);
    Expression checked =
        new DomainCheck(rows.column(1), "small", OBJECT, false, List.of(below(5), below(9)));
    rows.assertValues(checked, values -> values[1]);
    assertThat(checked.sql(List.of("a", "b"))).isEqualTo("(b)::small");
  }

  @Test
  void shouldReportTheConstraintThatAValueViolates() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER).row(1).row(7);
    Expression checked =
        new DomainCheck(rows.column(0), "small", OBJECT, false, List.of(below(9), below(5)));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> rows.assertValues(checked, values -> values[0]))
        .withMessage("value for domain small violates check constraint \"below_5\"")
        .satisfies(e -> assertThat(e.fields().object()).isEqualTo(OBJECT));
  }

  @Test
  void shouldReportNullWhereADomainForbidsIt() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER).row(1).row(new Object[] {null});
    Expression checked = new DomainCheck(rows.column(0), "some", OBJECT, true, List.of());
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> rows.assertValues(checked, values -> values[0]))
        .withMessage("domain some does not allow null values");
  }
}
