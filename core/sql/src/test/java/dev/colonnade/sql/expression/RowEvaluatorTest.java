package dev.colonnade.sql.expression;

import static dev.colonnade.sql.expression.KernelFixture.evaluation;
import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowEvaluatorTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  private static final VectorType TEXT = VectorType.of(TypeKind.TEXT);
  private static final List<VectorType> TYPES = List.of(INTEGER, TEXT, TEXT);

  /** Returns {@code a > 5 AND c IS NOT NULL}. */
  private static Expression condition() {
    return new LogicExpression(
        true,
        List.of(
            new Comparison(
                ComparisonOperator.GREATER,
                new ColumnReference(INTEGER, 0),
                literal(TypeKind.INTEGER, 5)),
            new NullTest(true, new ColumnReference(TEXT, 2))));
  }

  @Test
  void shouldEvaluateSingleRows() {
    RowEvaluator evaluator = new RowEvaluator(List.of(condition()), TYPES);
    Evaluation evaluation = evaluation();
    assertThat(evaluator.columns()).containsExactly(0, 2);
    assertThat(evaluator.value(new @Nullable Object[] {6, null, "x"}, evaluation)).isEqualTo(true);
    assertThat(evaluator.value(new @Nullable Object[] {6, "y", null}, evaluation)).isEqualTo(false);
    assertThat(evaluator.value(new @Nullable Object[] {null, "y", "x"}, evaluation)).isNull();
    assertThat(evaluator.value(new @Nullable Object[] {5, "y", "x"}, evaluation)).isEqualTo(false);
  }

  @Test
  void shouldEvaluateManyRowsAsSingleOnes() {
    RowEvaluator evaluator =
        new RowEvaluator(List.of(condition(), new ColumnReference(TEXT, 2)), TYPES);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      rows.add(new @Nullable Object[] {i % 11, "b", i % 3 == 0 ? null : "c" + i});
    }
    List<@Nullable Object[]> results = evaluator.valuesOfAll(rows, evaluation());
    assertThat(results).hasSize(rows.size());
    for (int i = 0; i < rows.size(); i += 97) {
      assertThat(results.get(i)).isEqualTo(evaluator.values(rows.get(i), evaluation()));
    }
    assertThat(evaluator.valuesOfAll(List.of(), evaluation())).isEmpty();
  }

  @Test
  void shouldEvaluateExpressionsWithoutColumns() {
    RowEvaluator evaluator = new RowEvaluator(List.of(literal(TypeKind.TEXT, "d")), List.of());
    assertThat(evaluator.value(new @Nullable Object[0], evaluation())).isEqualTo("d");
    RowEvaluator none = new RowEvaluator(List.of(), TYPES);
    assertThatThrownBy(() -> none.value(new @Nullable Object[3], evaluation()))
        .isInstanceOf(IllegalStateException.class);
  }
}
