package dev.colonnade.sql.execute.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.WorkerThreads;
import dev.colonnade.sql.execute.join.BuildSide;
import dev.colonnade.sql.execute.join.HashJoinOperator;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway")
class GatherOperatorTest {
  private static final List<VectorType> TYPES =
      List.of(VectorType.of(TypeKind.INTEGER), VectorType.of(TypeKind.TEXT));
  private static final List<VectorType> PAIR_TYPES =
      List.of(TYPES.get(0), TYPES.get(1), TYPES.get(0), TYPES.get(1));

  private final WorkerThreads threads = new WorkerThreads(3);

  @AfterEach
  void close() {
    threads.close();
  }

  private static TestRows rows(int count, int distinct) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(TestRows.row(i % 7 == 3 ? null : (Object) (i % distinct), "row " + i));
    }
    return new TestRows(TYPES, rows);
  }

  private ParallelPipeline pipeline(TestQuery query, int rowCount, int workers, int failsAfter) {
    return TestPipeline.of(
        query,
        rows(rowCount, 10),
        5,
        List.of(),
        UnaryOperator.identity(),
        workers,
        failsAfter,
        threads);
  }

  @Test
  void shouldReturnEveryRowOnce() {
    for (int workers = 1; workers <= 6; workers++) {
      for (int count : new int[] {0, 1, 1000}) {
        try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
            Operator gather =
                new GatherOperator(query.context(), pipeline(query, count, workers, -1))) {
          assertThat(TestRows.sorted(TestRows.drain(gather, TYPES)))
              .isEqualTo(TestRows.sorted(drainSerially(query, rows(count, 10))));
        }
      }
    }
  }

  private static List<List<@Nullable Object>> drainSerially(TestQuery query, TestRows rows) {
    try (Operator source = rows.source(query.context(), 5)) {
      return TestRows.drain(source, TYPES);
    }
  }

  @Test
  void shouldThrowTheErrorOfAnyWorkerAndFreeEverything() {
    for (int failsAfter = 0; failsAfter < 40; failsAfter++) {
      try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
          Operator gather =
              new GatherOperator(query.context(), pipeline(query, 1000, 4, failsAfter))) {
        assertThatThrownBy(() -> TestRows.drain(gather, TYPES)).hasMessage("source failed");
      }
    }
  }

  @Test
  void shouldThrowTheErrorOfAWorkerWhileOthersWaitForTheReader() {
    for (int failsAfter = 8; failsAfter < 24; failsAfter++) {
      try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
          Operator gather =
              new GatherOperator(query.context(), pipeline(query, 1000, 4, failsAfter))) {
        assertThatThrownBy(() -> readSlowly(gather)).hasMessage("source failed");
      }
    }
  }

  /** Reads all batches, so slowly that the workers fill the queue meanwhile. */
  private static void readSlowly(Operator source) {
    while (source.next() != null) {
      LockSupport.parkNanos(2_000_000);
    }
  }

  @Test
  void shouldEndWhenItIsClosedOrCanceledEarly() {
    for (int batches = 0; batches < 10; batches++) {
      try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
          Operator gather = new GatherOperator(query.context(), pipeline(query, 1000, 4, -1))) {
        for (int i = 0; i < batches; i++) {
          assertThat(gather.next()).isNotNull();
        }
        if (batches % 2 == 0) {
          query.cancellation().cancel();
          assertThatThrownBy(gather::next).isInstanceOf(ColonnadeException.class);
        }
      }
    }
  }

  @Test
  void shouldProbeOneTableByAllWorkersAndSpillWithOne() {
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 3000}) {
      for (JoinPlan.Kind kind :
          List.of(
              JoinPlan.Kind.INNER, JoinPlan.Kind.LEFT, JoinPlan.Kind.SEMI, JoinPlan.Kind.ANTI)) {
        for (int key = 0; key < TYPES.size(); key++) {
          checkJoin(kind, key, workBytes);
        }
      }
    }
  }

  private void checkJoin(JoinPlan.Kind kind, int key, long workBytes) {
    JoinShape shape =
        new JoinShape(kind, TYPES, TYPES, List.of(new JoinPlan.Key(key, key, false)), null);
    List<VectorType> types = kind.isLeftOnly() ? TYPES : PAIR_TYPES;
    TestRows left = rows(500, 40);
    TestRows right = rows(150, 30);
    List<String> expected;
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator serial =
            new HashJoinOperator(
                query.context(),
                shape,
                false,
                left.source(query.context(), 5),
                right.source(query.context(), 5))) {
      expected = TestRows.sorted(TestRows.drain(serial, types));
    }
    try (TestQuery query = new TestQuery(workBytes)) {
      BuildSide build = build(query, shape, right);
      UnaryOperator<Operator> join = probe -> new HashJoinOperator(query.context(), build, probe);
      ParallelPipeline pipeline =
          TestPipeline.of(query, left, 5, List.of(build), join, 3, -1, threads);
      try (Operator gather = new GatherOperator(query.context(), pipeline)) {
        assertThat(TestRows.sorted(TestRows.drain(gather, types)))
            .as("kind=%s key=%d workBytes=%d", kind, key, workBytes)
            .isEqualTo(expected);
      }
      assertThat(query.spilledBytes() > 0).isEqualTo(workBytes < TestQuery.AMPLE_BYTES);
    }
  }

  private static BuildSide build(TestQuery query, JoinShape shape, TestRows rows) {
    return new BuildSide(
        shape,
        false,
        rows.source(query.context(), 5),
        List.of(),
        query.context().memory().newOperator());
  }

  @Test
  void shouldReadFurtherBuildSidesIfOneDoesNotFitInMemory() {
    JoinPlan.Key key = new JoinPlan.Key(0, 0, false);
    JoinShape shape = new JoinShape(JoinPlan.Kind.SEMI, TYPES, TYPES, List.of(key), null);
    TestRows left = rows(50, 40);
    TestRows large = rows(3000, 1000);
    TestRows small = rows(3, 40);
    try (TestQuery query = new TestQuery(3000)) {
      BuildSide first = build(query, shape, large);
      BuildSide second = build(query, shape, small);
      UnaryOperator<Operator> joins =
          probe ->
              new HashJoinOperator(
                  query.context(), first, new HashJoinOperator(query.context(), second, probe));
      ParallelPipeline pipeline =
          TestPipeline.of(query, left, 5, List.of(first, second), joins, 3, -1, threads);
      try (Operator gather = new GatherOperator(query.context(), pipeline)) {
        assertThat(TestRows.drain(gather, TYPES)).hasSize(6);
      }
      assertThat(query.spilledBytes()).isPositive();
    }
  }

  @Test
  void shouldRunOnTheThreadOfTheStatementIfNoOtherIsFree() {
    WorkerThreads none = new WorkerThreads(1);
    none.close();
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator gather =
            new GatherOperator(
                query.context(),
                TestPipeline.of(
                    query, rows(100, 10), 5, List.of(), UnaryOperator.identity(), 4, -1, none))) {
      assertThat(TestRows.drain(gather, TYPES)).hasSize(100);
    }
  }
}
