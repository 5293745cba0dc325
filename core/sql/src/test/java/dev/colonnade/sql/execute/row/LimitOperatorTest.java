package dev.colonnade.sql.execute.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LimitOperatorTest {
  private static final List<VectorType> TYPES = List.of(RowPlans.BIGINT, RowPlans.BIGINT);

  private static @Nullable Expression count(@Nullable Long value) {
    return value == null ? null : new Literal(RowPlans.BIGINT, value);
  }

  private static RowPlan.Limit plan(
      @Nullable Expression offset, @Nullable Expression limit, boolean withTies) {
    return new RowPlan.Limit(
        RowPlans.input(TYPES),
        offset,
        limit,
        withTies ? List.of(new SortKey(0, false, false)) : List.of(),
        PlanEstimate.UNKNOWN);
  }

  /** Returns rows in the order of their first column, NULL last. */
  private static TestRows rows(Random random, int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    long value = 0;
    for (long id = 0; id < count; id++) {
      value += random.nextInt(4) == 0 ? 1 : 0;
      rows.add(TestRows.row(id < count * 3L / 4 ? value : null, id));
    }
    return RowPlans.rows(TYPES, rows);
  }

  private static List<List<@Nullable Object>> expected(
      List<List<@Nullable Object>> rows,
      @Nullable Long offset,
      @Nullable Long limit,
      boolean ties) {
    int from = (int) Math.min(rows.size(), offset == null ? 0 : offset);
    int to = (int) Math.min(rows.size(), from + (limit == null ? rows.size() : limit));
    while (ties
        && to > from
        && to < rows.size()
        && Objects.equals(rows.get(to).getFirst(), rows.get(to - 1).getFirst())) {
      to++;
    }
    return rows.subList(from, to);
  }

  @Test
  void shouldReturnTheRowsBetweenOffsetAndLimit() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      TestRows rows = rows(random, random.nextInt(60));
      Long offset = RowPlans.number(random, 50);
      Long limit = RowPlans.number(random, 50);
      boolean withTies = limit != null && random.nextBoolean();
      try (TestQuery query = new TestQuery(0);
          Operator operator =
              new LimitOperator(
                  query.context(),
                  rows.source(query.context(), 1 + random.nextInt(20), random),
                  plan(count(offset), count(limit), withTies))) {
        assertThat(TestRows.drain(operator, TYPES))
            .as("seed=%d offset=%s limit=%s ties=%s", seed, offset, limit, withTies)
            .isEqualTo(expected(rows.rows(), offset, limit, withTies));
        assertThat(operator.next()).isNull();
      }
    }
  }

  @Test
  void shouldTakeNullAsNoLimitAndNoOffset() {
    TestRows rows = rows(new Random(5), 30);
    Literal unknown = new Literal(RowPlans.BIGINT, null);
    try (TestQuery query = new TestQuery(0);
        Operator operator =
            new LimitOperator(
                query.context(), rows.source(query.context(), 4), plan(unknown, unknown, false))) {
      assertThat(TestRows.drain(operator, TYPES)).isEqualTo(rows.rows());
    }
  }

  @Test
  void shouldNotReadBeyondTheLimit() {
    try (TestQuery query = new TestQuery(0)) {
      TestRows.Source source = rows(new Random(5), 30).source(query.context(), 1);
      try (Operator operator =
          new LimitOperator(query.context(), source, plan(count(2L), count(3L), false))) {
        assertThat(TestRows.drain(operator, TYPES)).hasSize(3);
        assertThat(source.batchCount()).isEqualTo(5);
      }
    }
  }

  @Test
  void shouldRefuseNegativeCounts() {
    requireError(plan(null, count(-1L), false), ErrorCode.NEGATIVE_LIMIT);
    requireError(plan(count(-1L), null, false), ErrorCode.NEGATIVE_OFFSET);
  }

  private static void requireError(RowPlan.Limit plan, ErrorCode code) {
    try (TestQuery query = new TestQuery(0);
        Operator operator =
            new LimitOperator(
                query.context(), rows(new Random(5), 3).source(query.context(), 4), plan)) {
      assertThatThrownBy(operator::next)
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
  }
}
