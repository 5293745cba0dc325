package dev.colonnade.sql.logical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.LogicalOperator.Frame;
import dev.colonnade.sql.logical.LogicalOperator.FrameBound;
import dev.colonnade.sql.logical.LogicalOperator.FrameExclusion;
import dev.colonnade.sql.logical.LogicalOperator.FrameUnit;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogicalPlanTest {
  private static final Variables VARIABLES = new Variables();
  private static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  private static final Variable A = VARIABLES.create(BIGINT, "a");
  private static final Variable B = VARIABLES.create(BIGINT, "b");
  private static final Variable C = VARIABLES.create(BIGINT, "c");
  private static final Variable D = VARIABLES.create(BIGINT, "d");
  private static final LogicalPlan LEFT = rows(A);
  private static final LogicalPlan RIGHT = rows(B);

  private static LogicalPlan rows(Variable column) {
    return new LogicalSource.Rows(List.of(List.of(number(1)), List.of(number(2))), List.of(column));
  }

  private static Expression number(long value) {
    return new Literal(BIGINT, value);
  }

  static List<LogicalPlan> plans() {
    SortItem key = new SortItem(A, true, false);
    AggregateFunction sum =
        new AggregateFunction(C, "sum", List.of(A), true, number(0), List.of(key));
    Frame frame =
        new Frame(
            FrameUnit.ROWS,
            new FrameBound(-1, number(3)),
            new FrameBound(1, null),
            FrameExclusion.TIES);
    return List.of(
        LEFT,
        new LogicalSource.CteReference(1, "x", List.of(A)),
        new LogicalOperator.Filter(LEFT, List.of(A, number(1))),
        new LogicalOperator.Project(LEFT, List.of(Assignment.of(A), new Assignment(C, number(4)))),
        new LogicalOperator.Sort(LEFT, List.of(key)),
        new LogicalOperator.Limit(LEFT, number(1), number(2), List.of(key)),
        new LogicalOperator.Limit(LEFT, null, number(2), List.of()),
        LogicalOperator.Aggregate.of(LEFT, List.of(A), List.of(sum)),
        new LogicalOperator.Window(
            LEFT,
            List.of(A),
            List.of(key),
            frame,
            List.of(
                new LogicalOperator.WindowFunction(C, "lag", List.of(A, number(2)), null),
                new LogicalOperator.WindowFunction(D, "sum", List.of(A), number(1)))),
        new LogicalOperator.Unnest(
            LEFT, List.of(new LogicalOperator.SetFunction(A, List.of(C))), D),
        LogicalJoin.of(LogicalJoin.Kind.LEFT, LEFT, RIGHT, List.of(A, B)),
        LogicalJoin.of(LogicalJoin.Kind.ANTI, LEFT, RIGHT, List.of()),
        new LogicalSet.SetOperation(LogicalSet.Kind.UNION, true, List.of(LEFT, RIGHT), List.of(C)),
        new LogicalSet.Recursion(1, LEFT, RIGHT, false, List.of(C)),
        new LogicalSet.With(
            List.of(new LogicalSet.CommonTable(1, "x", LEFT, LogicalSet.Evaluation.MATERIALIZED)),
            RIGHT));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void shouldEqualItselfOverItsOwnParts(LogicalPlan plan) {
    assertThat(plan.withInputs(plan.inputs())).isEqualTo(plan);
    assertThat(plan.withExpressions(plan.expressions())).isEqualTo(plan);
  }

  @ParameterizedTest
  @MethodSource("plans")
  void shouldReturnTheExpressionsItWasGiven(LogicalPlan plan) {
    List<Expression> others = new ArrayList<>();
    for (int i = 0; i < plan.expressions().size(); i++) {
      others.add(number(100 + i));
    }
    LogicalPlan changed = plan.withExpressions(others);
    assertThat(changed.expressions()).isEqualTo(others);
    assertThat(changed.columns()).isEqualTo(plan.columns());
  }

  @ParameterizedTest
  @MethodSource("plans")
  void shouldReturnTheInputsItWasGiven(LogicalPlan plan) {
    List<LogicalPlan> others = new ArrayList<>(plan.inputs());
    if (!others.isEmpty()) {
      others.set(0, new LogicalOperator.Filter(others.getFirst(), List.of(number(1))));
    }
    assertThat(plan.withInputs(others).inputs()).isEqualTo(others);
  }

  @Test
  void shouldHaveTheColumnsOfTheLeftInputOnlyWhereRowsAreSelected() {
    assertThat(LogicalJoin.of(LogicalJoin.Kind.SEMI, LEFT, RIGHT, List.of()).columns())
        .containsExactly(A);
    assertThat(LogicalJoin.of(LogicalJoin.Kind.FULL, LEFT, RIGHT, List.of()).columns())
        .containsExactly(A, B);
  }

  @Test
  void shouldRefuseADependentFullJoin() {
    assertThatThrownBy(() -> new LogicalJoin(LogicalJoin.Kind.FULL, LEFT, RIGHT, List.of(), true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldHaveKeysThenFunctionsAsColumnsOfAnAggregation() {
    AggregateFunction count = new AggregateFunction(C, "count", List.of(), false, null, List.of());
    assertThat(LogicalOperator.Aggregate.of(LEFT, List.of(A), List.of(count)).columns())
        .containsExactly(A, C);
  }
}
