package dev.colonnade.sql.execute.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.TestCondition;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.execute.filter.RuntimeFilter;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings({"EnumOrdinal", "NullAway"})
class HashJoinOperatorTest {
  private static final int[] COUNTS = {0, 1, 30};
  private static final List<JoinPlan.Key> TWO_INTEGERS =
      List.of(new JoinPlan.Key(0, 3, false), new JoinPlan.Key(3, 3, false));

  @ParameterizedTest
  @EnumSource
  void shouldAgreeWithReference(JoinPlan.Kind kind) {
    Random random = new Random(kind.ordinal());
    List<List<JoinPlan.Key>> allKeys = new ArrayList<>(JoinInputs.KEYS);
    allKeys.add(TWO_INTEGERS);
    for (List<JoinPlan.Key> keys : allKeys) {
      for (int leftCount : COUNTS) {
        for (int rightCount : COUNTS) {
          TestRows left = JoinInputs.left(random, leftCount, 1 + random.nextInt(9));
          TestRows right = JoinInputs.right(random, rightCount, 1 + random.nextInt(9));
          int rowsMax = 1 + random.nextInt(50);
          TestCondition condition = random.nextBoolean() ? JoinInputs.condition() : null;
          check(JoinInputs.shape(kind, keys, condition), left, right, rowsMax);
        }
      }
    }
  }

  private static void check(JoinShape shape, TestRows left, TestRows right, int rowsMax) {
    for (boolean buildsLeft : new boolean[] {false, true}) {
      for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 3000}) {
        check(shape, left, right, rowsMax, buildsLeft, workBytes);
      }
    }
  }

  private static void check(
      JoinShape shape,
      TestRows left,
      TestRows right,
      int rowsMax,
      boolean buildsLeft,
      long workBytes) {
    try (TestQuery query = new TestQuery(workBytes);
        Operator join = join(query, shape, buildsLeft, left, right, rowsMax)) {
      assertThat(TestRows.sorted(TestRows.drain(join, JoinInputs.resultTypes(shape.kind()))))
          .as("%s buildsLeft=%s workBytes=%d", shape, buildsLeft, workBytes)
          .isEqualTo(TestRows.sorted(JoinReference.join(shape, left, right)));
    }
  }

  private static Operator join(
      TestQuery query,
      JoinShape shape,
      boolean buildsLeft,
      TestRows left,
      TestRows right,
      int rowsMax) {
    return new HashJoinOperator(
        query.context(),
        shape,
        buildsLeft,
        left.source(query.context(), rowsMax),
        right.source(query.context(), rowsMax));
  }

  @ParameterizedTest
  @EnumSource
  void shouldJoinManyRows(JoinPlan.Kind kind) {
    Random random = new Random(7);
    TestRows left = JoinInputs.left(random, 400, 120);
    TestRows right = JoinInputs.right(random, 350, 120);
    for (List<JoinPlan.Key> keys : JoinInputs.KEYS) {
      check(JoinInputs.shape(kind, keys, null), left, right, 5000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldPartitionAgainAndJoinFrequentKeysInBlocks(JoinPlan.Kind kind) {
    String filler = "x".repeat(6000);
    List<VectorType> types = List.of(VectorType.of(TypeKind.INTEGER), VectorType.of(TypeKind.TEXT));
    List<List<@Nullable Object>> large = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      large.add(TestRows.row(i % 6 != 0 ? (Integer) 77 : i % 50 == 1 ? null : (Integer) i, filler));
    }
    List<List<@Nullable Object>> small = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      small.add(TestRows.row(i % 9 == 0 ? null : (Integer) (i * 7), "s" + i));
    }
    TestRows largeRows = new TestRows(types, large);
    TestRows smallRows = new TestRows(types, small);
    checkLarge(kind, smallRows, largeRows, false);
    checkLarge(kind, largeRows, smallRows, true);
  }

  private static void checkLarge(
      JoinPlan.Kind kind, TestRows left, TestRows right, boolean buildsLeft) {
    JoinShape shape =
        new JoinShape(
            kind, left.types(), right.types(), List.of(new JoinPlan.Key(0, 0, false)), null);
    List<VectorType> types = new ArrayList<>(left.types());
    if (!kind.isLeftOnly()) {
      types.addAll(right.types());
    }
    List<String> expected = TestRows.sorted(JoinReference.join(shape, left, right));
    for (long workBytes : new long[] {0}) {
      try (TestQuery query = new TestQuery(workBytes);
          Operator join = join(query, shape, buildsLeft, left, right, 3000)) {
        assertThat(TestRows.sorted(TestRows.drain(join, types))).isEqualTo(expected);
        assertThat(query.spilledBytes()).isPositive();
        assertThat(query.peakMemoryBytes()).isLessThan(8L << 20);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INNER", "SEMI", "RIGHT"})
  void shouldFilterTheProbeSideOfPartitions(JoinPlan.Kind kind) {
    List<VectorType> types = List.of(VectorType.of(TypeKind.INTEGER), VectorType.of(TypeKind.TEXT));
    List<List<@Nullable Object>> build = new ArrayList<>();
    for (int i = 0; i < 2_400; i++) {
      build.add(TestRows.row(i % 7 == 0 ? null : (Integer) (i * 10), "x".repeat(1500)));
    }
    List<List<@Nullable Object>> probe = new ArrayList<>();
    for (int i = 0; i < 6_000; i++) {
      probe.add(TestRows.row(i % 11 == 0 ? null : (Integer) i, "p" + i));
    }
    TestRows left = new TestRows(types, probe);
    TestRows right = new TestRows(types, build);
    JoinShape shape =
        new JoinShape(kind, types, types, List.of(new JoinPlan.Key(0, 0, false)), null);
    RuntimeFilter filter = new RuntimeFilter();
    try (TestQuery query = new TestQuery(1 << 20)) {
      FilteredProbe filtered =
          new FilteredProbe(query.context(), left.source(query.context(), 3000), filter);
      List<VectorType> resultTypes = new ArrayList<>(types);
      if (!kind.isLeftOnly()) {
        resultTypes.addAll(types);
      }
      try (Operator join =
          new HashJoinOperator(
              query.context(),
              shape,
              false,
              filtered,
              right.source(query.context(), 3000),
              List.of(new ColumnFilter(0, filter)))) {
        assertThat(TestRows.sorted(TestRows.drain(join, resultTypes)))
            .isEqualTo(TestRows.sorted(JoinReference.join(shape, left, right)));
      }
      assertThat(query.spilledBytes()).isPositive();
      assertThat(filtered.rowCount).as("rows with a match").isBetween(450, 600);
      assertThat(filter.isActive()).as("after the join is closed").isFalse();
    }
  }

  /** Rows that a filter of the first column leaves, as a scan reads them. */
  private static final class FilteredProbe extends Operator {
    private final Operator input;
    private final RuntimeFilter filter;
    private int rowCount;

    FilteredProbe(QueryContext query, Operator input, RuntimeFilter filter) {
      super(query, input);
      this.input = input;
      this.filter = filter;
    }

    @Override
    protected @Nullable VectorBatch produce() {
      VectorBatch batch = input.next();
      if (batch == null) {
        return null;
      }
      int[] rows = new int[batch.rowCount()];
      int count = filter.select((LongVector) batch.column(0), null, batch.rowCount(), rows);
      rowCount += count;
      return batch.gather(rows, count);
    }

    @Override
    protected void release() {
      // nothing of its own
    }
  }

  @Test
  void shouldFollowNotIn() {
    List<VectorType> types = List.of(VectorType.of(TypeKind.INTEGER));
    TestRows left = TestRows.of(types, TestRows.row(1), TestRows.row(2), row());
    assertThat(notIn(left, TestRows.of(types))).isEqualTo(left.rows());
    assertThat(notIn(left, TestRows.of(types, TestRows.row(1)))).containsExactly(TestRows.row(2));
    assertThat(notIn(left, TestRows.of(types, TestRows.row(3), row()))).isEmpty();
  }

  private static List<@Nullable Object> row() {
    return TestRows.row((Object) null);
  }

  private static List<List<@Nullable Object>> notIn(TestRows left, TestRows right) {
    JoinShape shape =
        new JoinShape(
            JoinPlan.Kind.NULL_AWARE_ANTI,
            left.types(),
            right.types(),
            List.of(new JoinPlan.Key(0, 0, false)),
            null);
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator join = join(query, shape, false, left, right, 10)) {
      return TestRows.drain(join, left.types());
    }
  }

  @Test
  void shouldNotReadProbeSideIfBuildSideIsEmpty() {
    TestRows left = JoinInputs.left(new Random(1), 10, 5);
    TestRows right = JoinInputs.right(new Random(1), 0, 5);
    for (JoinPlan.Kind kind : List.of(JoinPlan.Kind.INNER, JoinPlan.Kind.SEMI)) {
      try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES)) {
        TestRows.Source probe = left.source(query.context(), 10);
        try (Operator join =
            new HashJoinOperator(
                query.context(),
                JoinInputs.shape(kind, JoinInputs.KEYS.getFirst(), null),
                false,
                probe,
                right.source(query.context(), 10))) {
          assertThat(join.next()).isNull();
          assertThat(probe.batchCount()).isZero();
        }
      }
    }
  }

  @Test
  void shouldCancelAtEveryBatch() {
    TestRows left = JoinInputs.left(new Random(3), 60, 5);
    TestRows right = JoinInputs.right(new Random(4), 60, 5);
    JoinShape shape = JoinInputs.shape(JoinPlan.Kind.FULL, JoinInputs.KEYS.get(4), null);
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0}) {
      for (int batch = 0; batch <= 6; batch++) {
        for (boolean ofLeft : new boolean[] {true, false}) {
          try (TestQuery query = new TestQuery(workBytes)) {
            TestRows.Source leftSource = left.source(query.context(), 10);
            TestRows.Source rightSource = right.source(query.context(), 10);
            (ofLeft ? leftSource : rightSource).cancelAt(batch, query);
            try (Operator join =
                new HashJoinOperator(query.context(), shape, false, leftSource, rightSource)) {
              assertThatThrownBy(() -> TestRows.drain(join, JoinInputs.PAIR_TYPES))
                  .isInstanceOf(ColonnadeException.class);
            }
            assertThat(leftSource.isClosed()).isTrue();
            assertThat(rightSource.isClosed()).isTrue();
          }
        }
      }
    }
  }

  @Test
  void shouldFreeEverythingIfClosedHalfRead() {
    TestRows left = JoinInputs.left(new Random(5), 300, 30);
    TestRows right = JoinInputs.right(new Random(6), 300, 30);
    JoinShape shape = JoinInputs.shape(JoinPlan.Kind.FULL, JoinInputs.KEYS.getFirst(), null);
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0}) {
      for (int batches = 0; batches < 20; batches++) {
        try (TestQuery query = new TestQuery(workBytes);
            Operator join = join(query, shape, false, left, right, 40)) {
          for (int i = 0; i < batches; i++) {
            join.next();
          }
        }
      }
    }
  }
}
