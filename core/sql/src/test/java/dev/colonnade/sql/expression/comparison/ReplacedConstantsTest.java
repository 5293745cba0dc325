package dev.colonnade.sql.expression.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.call.EqualForm;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expressions whose constants are replaced by columns, as keys of groups replace them. */
class ReplacedConstantsTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  private static final Expression COLUMN = new ColumnReference(INTEGER, 0);
  private static final Expression ONE = new Literal(INTEGER, 1);

  @Test
  void shouldCompareWithColumnsInPlaceOfAList() {
    InList list = new InList(true, COLUMN, List.of(ONE, ONE));
    assertThat(list.withOperands(List.of(COLUMN, ONE, ONE))).isEqualTo(list);
    Expression replaced = list.withOperands(List.of(ONE, COLUMN, ONE));
    assertThat(replaced)
        .isEqualTo(
            new LogicExpression(
                true,
                List.of(
                    new Comparison(ComparisonOperator.NOT_EQUAL, ONE, COLUMN),
                    new Comparison(ComparisonOperator.NOT_EQUAL, ONE, ONE))));
  }

  @Test
  void shouldNotBeConstantOverColumns() {
    ExecutionConstant constant =
        new ExecutionConstant(new Comparison(ComparisonOperator.EQUAL, ONE, ONE));
    Expression other = new Comparison(ComparisonOperator.EQUAL, ONE, COLUMN);
    assertThat(constant.withOperands(List.of(constant.expression()))).isEqualTo(constant);
    assertThat(constant.withOperands(List.of(other))).isEqualTo(other);
  }

  @Test
  void shouldHaveThePlainTypeOfItsValue() {
    VectorType type =
        VectorType.of(TypeKind.ARRAY).with(Nesting.arrayOf(Nesting.of(TypeKind.JSONB)));
    EqualForm form = new EqualForm(new ColumnReference(type, 0), type.nesting());
    assertThat(form.type().nesting().isPlain()).isTrue();
    assertThat(form.withOperands(form.operands())).isEqualTo(form);
  }
}
