package dev.colonnade.sql.execute.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SortOperatorTest {
  private static final List<VectorType> TYPES = List.of(RowPlans.BIGINT, RowPlans.TEXT);
  private static final long[] WORK_BYTES = {0, 16 << 10, 64 << 10, TestQuery.AMPLE_BYTES};

  /** By text in descending order with NULL first, then by number with NULL last. */
  private static final List<SortKey> KEYS =
      List.of(new SortKey(1, true, true), new SortKey(0, false, false));

  private static RowPlan.Sort plan(@Nullable Long limit) {
    return new RowPlan.Sort(
        RowPlans.input(TYPES),
        KEYS,
        0,
        limit == null ? null : new Literal(RowPlans.BIGINT, limit),
        PlanEstimate.UNKNOWN);
  }

  private static TestRows rows(Random random, int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Long text = RowPlans.number(random, 30);
      rows.add(TestRows.row(RowPlans.number(random, 1000), text == null ? null : "t" + text));
    }
    return RowPlans.rows(TYPES, rows);
  }

  private static List<List<@Nullable Object>> sorted(TestRows rows) {
    List<List<@Nullable Object>> sorted = new ArrayList<>(rows.rows());
    Comparator<List<@Nullable Object>> byText =
        Comparator.comparing(
            row -> (String) row.get(1), Comparator.nullsFirst(Comparator.reverseOrder()));
    sorted.sort(
        byText.thenComparing(
            row -> (Long) row.getFirst(), Comparator.nullsLast(Comparator.naturalOrder())));
    return sorted;
  }

  @Test
  void shouldSortInMemoryAndInFiles() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      TestRows rows = rows(random, random.nextInt(4) * random.nextInt(4000));
      int batchRows = random.nextBoolean() ? 1 + random.nextInt(5) : 1500;
      for (long workBytes : WORK_BYTES) {
        try (TestQuery query = new TestQuery(workBytes)) {
          try (Operator sort =
              new SortOperator(
                  query.context(), rows.source(query.context(), batchRows), plan(null))) {
            assertThat(TestRows.drain(sort, TYPES)).as("seed=%d", seed).isEqualTo(sorted(rows));
          }
          if (workBytes == TestQuery.AMPLE_BYTES) {
            assertThat(query.spilledBytes()).isZero();
          }
        }
      }
    }
  }

  @Test
  void shouldSortMoreRowsThanItsMemoryHolds() {
    TestRows rows = rows(new Random(4), 60_000);
    try (TestQuery query = new TestQuery(0)) {
      try (Operator sort =
          new SortOperator(query.context(), rows.source(query.context(), 1000), plan(null))) {
        assertThat(TestRows.drain(sort, TYPES)).isEqualTo(sorted(rows));
      }
      assertThat(query.spilledBytes()).isPositive();
    }
  }

  @Test
  void shouldReturnOnlyTheFirstRowsOfALimit() {
    TestRows rows = rows(new Random(3), 3000);
    for (long limit : new long[] {0, 1, 2, 999, 2999, 3000, 3001, Long.MAX_VALUE}) {
      for (long workBytes : WORK_BYTES) {
        try (TestQuery query = new TestQuery(workBytes);
            Operator sort =
                new SortOperator(query.context(), rows.source(query.context(), 100), plan(limit))) {
          assertThat(TestRows.drain(sort, TYPES))
              .as("limit=%d workBytes=%d", limit, workBytes)
              .isEqualTo(sorted(rows).subList(0, (int) Math.min(limit, 3000)));
        }
      }
    }
  }

  @Test
  void shouldCloseItsInputBeforeTheFirstRow() {
    try (TestQuery query = new TestQuery(0)) {
      TestRows.Source source = rows(new Random(3), 500).source(query.context(), 20);
      try (Operator sort = new SortOperator(query.context(), source, plan(null))) {
        assertThat(sort.next()).isNotNull();
        assertThat(source.isClosed()).isTrue();
      }
    }
  }

  @Test
  void shouldStopAtEveryBatchAndLeaveNoFile() {
    for (int batch = 0; batch < 30; batch++) {
      try (TestQuery query = new TestQuery(0)) {
        TestRows.Source source = rows(new Random(3), 400).source(query.context(), 10);
        source.cancelAt(batch, query);
        try (Operator sort = new SortOperator(query.context(), source, plan(null))) {
          assertThatThrownBy(sort::next)
              .isInstanceOfSatisfying(
                  ColonnadeException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
        }
        assertThat(query.fileCount()).isZero();
      }
    }
  }
}
