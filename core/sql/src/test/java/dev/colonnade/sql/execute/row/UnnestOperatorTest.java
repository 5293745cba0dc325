package dev.colonnade.sql.execute.row;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.ValueSeries;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UnnestOperatorTest {
  private static final VectorType ARRAY = VectorType.of(TypeKind.ARRAY);
  private static final List<VectorType> INPUT = List.of(RowPlans.BIGINT, ARRAY, ARRAY);
  private static final Expression FIRST = new ColumnReference(ARRAY, 1);
  private static final Expression SECOND = new ColumnReference(ARRAY, 2);

  private static RowPlan.Unnest plan(
      List<Expression> functions,
      List<Integer> widths,
      boolean withOrdinality,
      boolean keepsInput,
      List<VectorType> types) {
    return new RowPlan.Unnest(
        RowPlans.input(INPUT),
        functions,
        widths,
        withOrdinality,
        keepsInput,
        RowPlans.columns(types),
        PlanEstimate.UNKNOWN);
  }

  private static @Nullable List<@Nullable Object> list(Random random) {
    if (random.nextInt(6) == 0) {
      return null;
    }
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      list.add(RowPlans.number(random, 100));
    }
    return list;
  }

  private static TestRows rows(Random random, int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (long id = 0; id < count; id++) {
      rows.add(TestRows.row(id, list(random), list(random)));
    }
    return RowPlans.rows(INPUT, rows);
  }

  private static @Nullable Object at(@Nullable Object list, int position) {
    return list instanceof List<?> values && position < values.size() ? values.get(position) : null;
  }

  private static int size(@Nullable Object list) {
    return list instanceof List<?> values ? values.size() : 0;
  }

  @Test
  void shouldReadListsInLockstepAndPadThemWithNull() {
    List<VectorType> types =
        List.of(RowPlans.BIGINT, ARRAY, ARRAY, RowPlans.BIGINT, RowPlans.BIGINT, RowPlans.BIGINT);
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      TestRows rows = rows(random, random.nextInt(3) * random.nextInt(1500));
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (List<@Nullable Object> row : rows.rows()) {
        for (int i = 0; i < Math.max(size(row.get(1)), size(row.get(2))); i++) {
          List<@Nullable Object> result = new ArrayList<>(row);
          result.add(at(row.get(1), i));
          result.add(at(row.get(2), i));
          result.add(i + 1L);
          expected.add(result);
        }
      }
      try (TestQuery query = new TestQuery(0);
          Operator unnest =
              new UnnestOperator(
                  query.context(),
                  rows.source(query.context(), 1 + random.nextInt(50), random),
                  plan(List.of(FIRST, SECOND), List.of(1, 1), true, true, types))) {
        assertThat(TestRows.drain(unnest, types)).as("seed=%d", seed).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldReturnTheFieldsOfRowsWithoutTheInput() {
    List<VectorType> types = List.of(RowPlans.BIGINT, RowPlans.TEXT);
    List<@Nullable Object> elements = new ArrayList<>();
    elements.add(TestRows.row(1L, "a"));
    elements.add(null);
    elements.add(TestRows.row(null, "b"));
    TestRows rows = TestRows.of(INPUT, TestRows.row(0L, elements, null));
    try (TestQuery query = new TestQuery(0);
        Operator unnest =
            new UnnestOperator(
                query.context(),
                rows.source(query.context(), 1),
                plan(List.of(FIRST), List.of(2), false, false, types))) {
      assertThat(TestRows.drain(unnest, types))
          .isEqualTo(
              List.of(TestRows.row(1L, "a"), TestRows.row(null, null), TestRows.row(null, "b")));
    }
  }

  @Test
  void shouldReturnALongSeriesInPartsThatCanBeCanceled() {
    List<VectorType> types = List.of(RowPlans.BIGINT);
    Expression series = new Literal(ARRAY, new ValueSeries(1L << 40, index -> index * 2));
    TestRows rows = TestRows.of(INPUT, TestRows.row(0L, null, null));
    for (int batches = 0; batches < 5; batches++) {
      try (TestQuery query = new TestQuery(0);
          Operator unnest =
              new UnnestOperator(
                  query.context(),
                  rows.source(query.context(), 1),
                  plan(List.of(series), List.of(1), false, false, types))) {
        List<List<@Nullable Object>> read = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
          TestRows.addRows(requireNonNull(unnest.next()), types, read);
        }
        List<List<@Nullable Object>> expected =
            LongStream.range(0, read.size()).mapToObj(i -> TestRows.row(2 * i)).toList();
        assertThat(read).isEqualTo(expected);
        query.cancellation().cancel();
        assertThatThrownBy(unnest::next)
            .isInstanceOfSatisfying(
                ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
      }
    }
  }
}
