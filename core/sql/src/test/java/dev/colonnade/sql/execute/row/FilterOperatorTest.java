package dev.colonnade.sql.execute.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestCondition;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FilterOperatorTest {
  private static final List<VectorType> TYPES = List.of(RowPlans.BIGINT, RowPlans.TEXT);

  private static TestRows rows(Random random, int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(TestRows.row(RowPlans.number(random, 10), random.nextBoolean() ? null : "t" + i));
    }
    return RowPlans.rows(TYPES, rows);
  }

  private static Operator filter(
      TestQuery query, Operator input, Function<List<@Nullable Object>, @Nullable Boolean> truth) {
    return new FilterOperator(query.context(), input, new TestCondition(TYPES, truth));
  }

  private static @Nullable Boolean isLessThanFour(List<@Nullable Object> row) {
    return row.getFirst() == null ? null : (Boolean) ((Long) row.getFirst() < 4);
  }

  @Test
  void shouldKeepTheRowsForWhichThePredicateIsTrue() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      TestRows rows = rows(random, random.nextInt(3) * random.nextInt(3000));
      int batchRows = random.nextBoolean() ? 1 : 1 + random.nextInt(1500);
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (List<@Nullable Object> row : rows.rows()) {
        if (row.getFirst() instanceof Long number && number < 4) {
          expected.add(row);
        }
      }
      try (TestQuery query = new TestQuery(0);
          Operator filter =
              filter(
                  query,
                  rows.source(query.context(), batchRows, random),
                  FilterOperatorTest::isLessThanFour)) {
        assertThat(TestRows.drain(filter, TYPES)).as("seed=%d", seed).isEqualTo(expected);
        assertThat(filter.next()).isNull();
      }
    }
  }

  @Test
  void shouldPassABatchOnIfAllRowsRemain() {
    try (TestQuery query = new TestQuery(0);
        Operator filter =
            filter(query, rows(new Random(1), 100).source(query.context(), 7), _ -> true)) {
      assertThat(TestRows.drain(filter, TYPES)).isEqualTo(rows(new Random(1), 100).rows());
    }
  }

  @Test
  void shouldReturnNothingForFalseAndUnknown() {
    for (Boolean truth : new Boolean[] {false, null}) {
      try (TestQuery query = new TestQuery(0);
          Operator filter =
              filter(query, rows(new Random(1), 500).source(query.context(), 9), _ -> truth)) {
        assertThat(filter.next()).isNull();
      }
    }
  }

  @Test
  void shouldStopAtEveryBatchThatFindsNothing() {
    for (int batch = 0; batch < 20; batch++) {
      try (TestQuery query = new TestQuery(0)) {
        TestRows.Source source = TestRows.numbers(20).source(query.context(), 1);
        source.cancelAt(batch, query);
        List<VectorType> types = TestRows.numbers(0).types();
        try (Operator filter =
            new FilterOperator(query.context(), source, new TestCondition(types, _ -> false))) {
          assertThatThrownBy(filter::next)
              .isInstanceOfSatisfying(
                  ColonnadeException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
          assertThat(source.batchCount()).isEqualTo(batch + 1);
        }
        assertThat(source.isClosed()).isTrue();
      }
    }
  }
}
