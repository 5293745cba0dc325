package dev.colonnade.sql.execute.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IncrementalSortOperatorTest {
  private static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  private static final List<VectorType> TYPES = List.of(BIGINT, BIGINT, BIGINT);
  private static final List<SortKey> KEYS =
      List.of(new SortKey(0, true, true), new SortKey(1, false, false));

  private static RowPlan.Sort plan(int presorted, @Nullable Expression limit) {
    PhysicalPlan input =
        new ScanPlan.Values(
            List.of(),
            TYPES.stream().map(type -> new PlanColumn("c", type)).toList(),
            PlanEstimate.UNKNOWN);
    return new RowPlan.Sort(input, KEYS, presorted, limit, PlanEstimate.UNKNOWN);
  }

  private static @Nullable Long value(Random random, int values) {
    return random.nextInt(8) == 0 ? null : (Long) (long) random.nextInt(values);
  }

  @SuppressWarnings("unchecked")
  private static TestRows randomRows(Random random) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    int count = random.nextInt(4) * random.nextInt(4000);
    int values = 1 + random.nextInt(300);
    for (long id = 0; id < count; id++) {
      rows.add(TestRows.row(value(random, values), value(random, 4), id));
    }
    List<List<@Nullable Object>> presorted;
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES)) {
      RowPlan.Sort byFirst =
          new RowPlan.Sort(
              plan(1, null).input(), KEYS.subList(0, 1), 0, null, PlanEstimate.UNKNOWN);
      TestRows all = TestRows.of(TYPES, rows.toArray(List[]::new));
      try (Operator sort =
          new SortOperator(query.context(), all.source(query.context(), 100), byFirst)) {
        presorted = TestRows.drain(sort, TYPES);
      }
    }
    return TestRows.of(TYPES, presorted.toArray(List[]::new));
  }

  @Test
  void shouldReturnTheRowsOfASort() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      TestRows rows = randomRows(random);
      Expression limit =
          random.nextInt(3) == 0 ? null : new Literal(BIGINT, (long) random.nextInt(5000));
      int batchRows = random.nextBoolean() ? 1 + random.nextInt(20) : 1000;
      long workBytes = random.nextBoolean() ? 0 : TestQuery.AMPLE_BYTES;
      List<List<@Nullable Object>> expected;
      try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
          Operator sort =
              new SortOperator(
                  query.context(), rows.source(query.context(), batchRows), plan(0, limit))) {
        expected = TestRows.drain(sort, TYPES);
      }
      try (TestQuery query = new TestQuery(workBytes);
          Operator sort =
              new IncrementalSortOperator(
                  query.context(), rows.source(query.context(), batchRows), plan(1, limit))) {
        assertThat(TestRows.drain(sort, TYPES)).as("seed=%d", seed).isEqualTo(expected);
      }
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void shouldStopReadingAfterTheLastGroup() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (long id = 0; id < 1000; id++) {
      rows.add(TestRows.row(1000 - id / 10, 10 - id % 10, id));
    }
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES)) {
      TestRows.Source source =
          TestRows.of(TYPES, rows.toArray(List[]::new)).source(query.context(), 1);
      try (Operator sort =
          new IncrementalSortOperator(query.context(), source, plan(1, new Literal(BIGINT, 12L)))) {
        List<List<@Nullable Object>> first = TestRows.drain(sort, TYPES);
        assertThat(first).hasSize(12);
        assertThat(first.getFirst()).isEqualTo(TestRows.row(1000L, 1L, 9L));
        assertThat(first.getLast()).isEqualTo(TestRows.row(999L, 2L, 18L));
        // Two groups, and the first row of the third.
        assertThat(source.batchCount()).isEqualTo(21);
      }
    }
  }

  @Test
  void shouldRefuseAnInputWithoutOrder() {
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES)) {
      TestRows.Source source = TestRows.of(TYPES).source(query.context(), 1);
      assertThatThrownBy(
              () -> new IncrementalSortOperator(query.context(), source, plan(0, null)).close())
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
