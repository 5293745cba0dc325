package dev.colonnade.sql.logical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.copy.Equivalence;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

class EquivalenceTest {
  private static final VectorType INT = VectorType.of(TypeKind.INTEGER);
  private final Variables variables = new Variables();
  private final Variable outer = variables.create(INT, "a");
  private final Variable other = variables.create(INT, "b");

  /** Returns a subquery that defines a variable and compares it with an outer one. */
  private Expression subquery(Variable read, ComparisonOperator operator) {
    Variable column = variables.create(INT, "x");
    LogicalPlan rows = new LogicalSource.NamedRows("rows", List.of(column));
    Expression predicate = new Comparison(operator, column, read);
    return new LogicalSubquery.Scalar(new LogicalOperator.Filter(rows, List.of(predicate)));
  }

  private static Expression within(Expression subquery) {
    return new Comparison(ComparisonOperator.LESS, subquery, subquery);
  }

  @Test
  void shouldEquateAnalysesOfTheSameSubquery() {
    Expression one = subquery(outer, ComparisonOperator.EQUAL);
    Expression two = subquery(outer, ComparisonOperator.EQUAL);
    assertThat(one).isNotEqualTo(two);
    assertThat(Equivalence.areEquivalent(one, two)).isTrue();
    assertThat(Equivalence.areEquivalent(within(one), within(two))).isTrue();
  }

  @Test
  void shouldDistinguishSubqueries() {
    Expression one = subquery(outer, ComparisonOperator.EQUAL);
    assertThat(Equivalence.areEquivalent(one, subquery(other, ComparisonOperator.EQUAL))).isFalse();
    assertThat(Equivalence.areEquivalent(one, subquery(outer, ComparisonOperator.LESS))).isFalse();
    assertThat(Equivalence.areEquivalent(one, outer)).isFalse();
    assertThat(Equivalence.areEquivalent(outer, other)).isFalse();
    assertThat(Equivalence.areEquivalent(outer, outer)).isTrue();
  }
}
