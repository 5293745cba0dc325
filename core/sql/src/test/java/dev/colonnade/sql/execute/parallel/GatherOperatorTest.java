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
import dev.colonnade.sql.execute.join.JoinReference;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  /** Kinds of joins with several workers: all but NOT IN. */
  static List<JoinPlan.Kind> kinds() {
    return Stream.of(JoinPlan.Kind.values())
        .filter(kind -> kind != JoinPlan.Kind.NULL_AWARE_ANTI)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldJoinByAllWorkersInMemoryAndInPartitions(JoinPlan.Kind kind) {
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 3000}) {
      for (boolean buildsLeft : new boolean[] {false, true}) {
        for (int key = 0; key < TYPES.size(); key++) {
          checkJoin(kind, key, buildsLeft, workBytes);
        }
      }
    }
  }

  private void checkJoin(JoinPlan.Kind kind, int key, boolean buildsLeft, long workBytes) {
    JoinShape shape = shape(kind, key);
    List<VectorType> types = kind.isLeftOnly() ? TYPES : PAIR_TYPES;
    TestRows left = rows(buildsLeft ? 150 : 500, 40);
    TestRows right = rows(buildsLeft ? 500 : 150, 30);
    try (TestQuery query = new TestQuery(workBytes)) {
      BuildSide build = build(query, shape, buildsLeft, buildsLeft ? left : right);
      UnaryOperator<Operator> join = probe -> new HashJoinOperator(query.context(), build, probe);
      ParallelPipeline pipeline =
          TestPipeline.of(
              query, buildsLeft ? right : left, 5, List.of(build), join, 3, -1, threads);
      try (Operator gather = new GatherOperator(query.context(), pipeline)) {
        assertThat(TestRows.sorted(TestRows.drain(gather, types)))
            .as("kind=%s key=%d buildsLeft=%s workBytes=%d", kind, key, buildsLeft, workBytes)
            .isEqualTo(TestRows.sorted(JoinReference.join(shape, left, right)));
      }
      assertThat(query.spilledBytes() > 0).isEqualTo(workBytes < TestQuery.AMPLE_BYTES);
    }
  }

  private static JoinShape shape(JoinPlan.Kind kind, int key) {
    return new JoinShape(kind, TYPES, TYPES, List.of(new JoinPlan.Key(key, key, false)), null);
  }

  private static BuildSide build(TestQuery query, JoinShape shape, TestRows rows) {
    return build(query, shape, false, rows);
  }

  private static BuildSide build(
      TestQuery query, JoinShape shape, boolean buildsLeft, TestRows rows) {
    return new BuildSide(
        shape,
        buildsLeft,
        rows.source(query.context(), 5),
        List.of(),
        new SpillContext(
            query.context().memory().newOperator(),
            query.context().spillSpace(),
            query.cancellation()));
  }

  /** Of the two build sides none, one or both are in partitions. */
  @ParameterizedTest
  @MethodSource("kinds")
  void shouldJoinAboveAJoinThatReturnsRowsOfItsBuildSide(JoinPlan.Kind kind) {
    JoinShape upper = shape(kind, 0);
    JoinShape lower = shape(JoinPlan.Kind.SEMI, 1);
    TestRows probe = rows(400, 40);
    TestRows middle = rows(90, 30);
    TestRows top = rows(120, 25);
    TestRows joined = new TestRows(TYPES, JoinReference.join(lower, middle, probe));
    List<VectorType> types = kind.isLeftOnly() ? TYPES : PAIR_TYPES;
    List<String> expected = TestRows.sorted(JoinReference.join(upper, top, joined));
    for (long workBytes = 1000; workBytes < 1 << 20; workBytes *= 2) {
      try (TestQuery query = new TestQuery(workBytes)) {
        BuildSide first = build(query, upper, true, top);
        BuildSide second = build(query, lower, true, middle);
        ParallelPipeline pipeline =
            TestPipeline.of(
                query,
                probe,
                5,
                List.of(first, second),
                rows ->
                    new HashJoinOperator(
                        query.context(),
                        first,
                        new HashJoinOperator(query.context(), second, rows)),
                3,
                -1,
                threads);
        try (Operator gather = new GatherOperator(query.context(), pipeline)) {
          assertThat(TestRows.sorted(TestRows.drain(gather, types)))
              .as("kind=%s workBytes=%d", kind, workBytes)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void shouldThrowTheErrorOfAWorkerWhileOthersWaitForItsRows() {
    JoinShape shape = shape(JoinPlan.Kind.SEMI, 0);
    for (int failsAfter = 0; failsAfter < 30; failsAfter++) {
      try (TestQuery query = new TestQuery(3000)) {
        BuildSide build = build(query, shape, rows(3000, 1000));
        UnaryOperator<Operator> join = rows -> new HashJoinOperator(query.context(), build, rows);
        ParallelPipeline pipeline =
            TestPipeline.of(query, rows(150, 40), 5, List.of(build), join, 3, failsAfter, threads);
        try (Operator gather = new GatherOperator(query.context(), pipeline)) {
          assertThatThrownBy(() -> TestRows.drain(gather, TYPES)).hasMessage("source failed");
        }
      }
    }
  }

  @Test
  void shouldReadFurtherBuildSidesIfOneDoesNotFitInMemory() {
    JoinShape shape = shape(JoinPlan.Kind.SEMI, 0);
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
