package dev.colonnade.sql.execute.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.WorkerThreads;
import dev.colonnade.sql.execute.aggregate.accumulator.Accumulators;
import dev.colonnade.sql.execute.parallel.TestPipeline;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParallelAggregationTest {
  private static final int ROWS_MAX = 7;

  private final WorkerThreads threads = new WorkerThreads(3);

  @AfterEach
  void close() {
    threads.close();
  }

  /** Returns the calls that can be merged, without the one that returns any row. */
  private static List<AggregateCall> calls() {
    return HashAggregateOperatorTest.calls().stream()
        .filter(call -> Accumulators.isMergeable(call, HashAggregateOperatorTest.TYPES))
        .filter(call -> !call.function().equals(AggregateRegistry.FIRST_ROW))
        .toList();
  }

  private Operator operator(
      TestQuery query,
      TestRows rows,
      List<Integer> keys,
      List<List<Integer>> sets,
      int failsAfter) {
    return new HashAggregateOperator(
        query.context(),
        TestPipeline.of(
            query, rows, ROWS_MAX, List.of(), UnaryOperator.identity(), 4, failsAfter, threads),
        HashAggregateOperatorTest.plan(keys, sets, calls()));
  }

  private void check(TestRows rows, List<Integer> keys, List<List<Integer>> sets, long workBytes) {
    List<String> expected =
        TestRows.sorted(new AggregateReference(rows).groups(keys, sets, calls()));
    try (TestQuery query = new TestQuery(workBytes);
        Operator operator = operator(query, rows, keys, sets, -1)) {
      assertThat(
              TestRows.sorted(
                  TestRows.drain(operator, HashAggregateOperatorTest.outputTypes(keys, calls()))))
          .as("keys=%s workBytes=%d", keys, workBytes)
          .isEqualTo(expected);
    }
  }

  @Test
  void shouldMergeTheGroupsOfAllWorkers() {
    Random random = new Random(1);
    for (int round = 0; round < 6; round++) {
      TestRows rows = HashAggregateOperatorTest.rows(round * 100, 1 + round * round, random);
      check(rows, List.of(), List.of(List.of()), TestQuery.AMPLE_BYTES);
      for (int key : List.of(0, 1, 2, 3, 4, 6)) {
        check(rows, List.of(key), List.of(List.of(0)), TestQuery.AMPLE_BYTES);
      }
      check(rows, List.of(2, 1, 4), List.of(List.of(0, 1, 2)), TestQuery.AMPLE_BYTES);
      check(
          rows,
          List.of(0, 1),
          List.of(List.of(0, 1), List.of(1), List.of()),
          TestQuery.AMPLE_BYTES);
    }
  }

  @Test
  void shouldSpillWhenMemoryIsDenied() {
    TestRows rows = HashAggregateOperatorTest.rows(600, 80, new Random(2));
    for (long workBytes : List.of(0L, 2_000L, 20_000L, 60_000L, 200_000L)) {
      check(rows, List.of(0, 1), List.of(List.of(0, 1)), workBytes);
      check(rows, List.of(0), List.of(List.of(0)), workBytes);
      check(rows, List.of(), List.of(List.of()), workBytes);
    }
  }

  @Test
  void shouldAskForMemoryBeforeArraysDouble() {
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (long i = 0; i < 300_000; i++) {
      @Nullable Object[] row = new @Nullable Object[HashAggregateOperatorTest.TYPES.size()];
      row[2] = i * 7919 % 300_007;
      all.add(Arrays.asList(row));
    }
    TestRows rows = new TestRows(HashAggregateOperatorTest.TYPES, all);
    AggregateCall count = calls().getFirst();
    for (int kilobytes = 2000; kilobytes <= 16_000; kilobytes += 2000) {
      long workBytes = kilobytes * 1000L;
      try (TestQuery query = new TestQuery(workBytes);
          Operator operator =
              new HashAggregateOperator(
                  query.context(),
                  TestPipeline.of(
                      query, rows, 1000, List.of(), UnaryOperator.identity(), 4, -1, threads),
                  HashAggregateOperatorTest.plan(
                      List.of(2), List.of(List.of(0)), List.of(count)))) {
        int groups = 0;
        for (VectorBatch batch = operator.next(); batch != null; batch = operator.next()) {
          groups += batch.rowCount();
        }
        assertThat(groups).isEqualTo(300_000);
        // What is not asked for: a buffer of spilled rows and tables of few groups.
        assertThat(query.peakMemoryBytes())
            .as("workBytes=%d", workBytes)
            .isLessThan(workBytes + 2_000_000);
      }
    }
  }

  @Test
  void shouldThrowTheErrorOfAnyWorker() {
    TestRows rows = HashAggregateOperatorTest.rows(400, 20, new Random(3));
    for (int failsAfter = 0; failsAfter < 30; failsAfter++) {
      try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
          Operator operator = operator(query, rows, List.of(0), List.of(List.of(0)), failsAfter)) {
        assertThatThrownBy(operator::next).hasMessage("source failed");
      }
    }
  }

  @Test
  void shouldStopWhenCanceled() {
    TestRows rows = HashAggregateOperatorTest.rows(400, 20, new Random(4));
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator operator = operator(query, rows, List.of(0), List.of(List.of(0)), -1)) {
      query.cancellation().cancel();
      assertThatThrownBy(operator::next).isInstanceOf(ColonnadeException.class);
    }
  }

  @Test
  void shouldNotMergeWhatDependsOnTheOrderOfRows() {
    for (AggregateCall call : HashAggregateOperatorTest.calls()) {
      boolean isOrdered =
          !call.order().isEmpty()
              || call.function().equals("array_agg")
              || call.function().equals("string_agg");
      assertThat(isOrdered && Accumulators.isMergeable(call, HashAggregateOperatorTest.TYPES))
          .isFalse();
    }
    assertThat(calls()).hasSizeGreaterThan(10);
  }
}
