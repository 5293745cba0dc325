package dev.colonnade.sql.execute.aggregate;

import static dev.colonnade.sql.execute.aggregate.HashAggregateOperatorTest.TYPES;
import static dev.colonnade.sql.execute.aggregate.HashAggregateOperatorTest.calls;
import static dev.colonnade.sql.execute.aggregate.HashAggregateOperatorTest.columns;
import static dev.colonnade.sql.execute.aggregate.HashAggregateOperatorTest.outputTypes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SortedAggregateOperatorTest {
  private static AggregatePlan.SortedAggregate plan(
      List<Integer> keys, List<AggregateCall> calls) {
    return new AggregatePlan.SortedAggregate(
        new ScanPlan.Values(List.of(), columns(TYPES), PlanEstimate.UNKNOWN),
        keys,
        calls,
        columns(outputTypes(keys, calls)),
        PlanEstimate.UNKNOWN);
  }

  private static void check(TestRows rows, List<Integer> keys, List<AggregateCall> calls) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      all.add(i);
    }
    List<List<@Nullable Object>> expected =
        new AggregateReference(rows).groups(keys, List.of(all), calls);
    for (int batchRows : List.of(1, 3, 700)) {
      for (long workBytes : List.of(0L, TestQuery.AMPLE_BYTES)) {
        try (TestQuery query = new TestQuery(workBytes);
            Operator operator =
                new SortedAggregateOperator(
                    query.context(), rows.source(query.context(), batchRows), plan(keys, calls))) {
          assertThat(TestRows.drain(operator, outputTypes(keys, calls)).toString())
              .isEqualTo(expected.toString());
        }
      }
    }
  }

  private static TestRows sorted(int count, int distinct, int key) {
    List<List<@Nullable Object>> rows =
        new ArrayList<>(
            HashAggregateOperatorTest.rows(count, distinct, new Random(count)).rows());
    rows.sort(Comparator.comparing(row -> String.valueOf(row.get(key))));
    return new TestRows(TYPES, rows);
  }

  @Test
  void shouldAggregateAdjacentRows() {
    for (int count : List.of(0, 1, 50, 300)) {
      check(sorted(count, 9, HashAggregateOperatorTest.WHOLE), List.of(0), calls());
      check(sorted(count, 9, HashAggregateOperatorTest.TEXT), List.of(1), calls());
    }
  }

  @Test
  void shouldReturnOneGroupWithoutKeys() {
    check(sorted(0, 3, 0), List.of(), calls());
    check(sorted(40, 3, 0), List.of(), calls());
  }

  @Test
  void shouldReturnManyGroupsWhileReading() {
    List<AggregateCall> calls = calls().subList(0, 8);
    check(sorted(6_000, 4_000, 0), List.of(0), calls);
    TestRows rows = sorted(6_000, 4_000, 0);
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES)) {
      TestRows.Source source = rows.source(query.context(), 100);
      try (Operator operator =
          new SortedAggregateOperator(query.context(), source, plan(List.of(0), calls))) {
        assertThat(operator.next()).isNotNull();
        assertThat(source.isClosed()).isFalse();
        assertThat(source.batchCount()).isLessThan(60);
      }
    }
  }
}
