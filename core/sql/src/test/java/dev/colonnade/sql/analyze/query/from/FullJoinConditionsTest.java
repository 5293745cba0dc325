package dev.colonnade.sql.analyze.query.from;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.UnhashedCondition;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FullJoinConditionsTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  private static final Variable LEFT = new Variable(INTEGER, 1, "a");
  private static final Variable RIGHT = new Variable(INTEGER, 2, "b");
  private static final Expression FALSE = new Literal(VectorType.of(TypeKind.BOOLEAN), false);
  private static final Expression TRUE = new Literal(VectorType.of(TypeKind.BOOLEAN), true);

  @Test
  void shouldKeepConditionsWithAnEqualityOfBothSides() {
    List<Expression> conditions =
        List.of(
            new Comparison(ComparisonOperator.LESS, LEFT, RIGHT),
            new Comparison(ComparisonOperator.EQUAL, RIGHT, LEFT));
    assertThat(marked(conditions)).isEqualTo(conditions);
  }

  @Test
  void shouldMarkConditionsWithoutAnEqualityOfBothSides() {
    Expression less = new Comparison(ComparisonOperator.LESS, LEFT, RIGHT);
    Expression ofOne = new Comparison(ComparisonOperator.EQUAL, LEFT, new Literal(INTEGER, 1));
    assertThat(marked(List.of(less, ofOne, TRUE)))
        .containsExactly(new UnhashedCondition(less), new UnhashedCondition(ofOne), TRUE);
    UnhashedCondition condition = new UnhashedCondition(less);
    assertThat(condition.withOperands(condition.operands())).isEqualTo(condition);
    assertThat(condition.type()).isEqualTo(less.type());
  }

  @Test
  void shouldKeepConstants() {
    assertThat(marked(List.of(FALSE))).containsExactly(FALSE);
    assertThat(marked(List.of(TRUE))).containsExactly(TRUE);
  }

  @Test
  void shouldKeepOnlyAConditionThatIsNeverTrue() {
    Expression less = new Comparison(ComparisonOperator.LESS, LEFT, RIGHT);
    Expression unknown = new Literal(VectorType.of(TypeKind.BOOLEAN), null);
    assertThat(marked(List.of(less, FALSE))).containsExactly(FALSE);
    assertThat(marked(List.of(unknown, less))).containsExactly(unknown);
  }

  private static List<Expression> marked(List<Expression> conditions) {
    return FullJoinConditions.marked(conditions, Set.of(LEFT), Set.of(RIGHT));
  }
}
