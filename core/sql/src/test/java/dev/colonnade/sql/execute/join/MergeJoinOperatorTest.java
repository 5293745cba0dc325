package dev.colonnade.sql.execute.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings({"EnumOrdinal", "NullAway"})
class MergeJoinOperatorTest {
  private static final int[] COUNTS = {0, 1, 40};

  @ParameterizedTest
  @EnumSource(names = "NULL_AWARE_ANTI", mode = EnumSource.Mode.EXCLUDE)
  void shouldAgreeWithReference(JoinPlan.Kind kind) {
    Random random = new Random(kind.ordinal());
    for (List<JoinPlan.Key> keys : JoinInputs.KEYS) {
      for (int leftCount : COUNTS) {
        for (int rightCount : COUNTS) {
          int distinct = 1 + random.nextInt(12);
          TestRows left =
              sorted(JoinInputs.left(random, leftCount, distinct), keys, JoinPlan.Key::left);
          TestRows right =
              sorted(JoinInputs.right(random, rightCount, distinct), keys, JoinPlan.Key::right);
          for (int rowsMax : new int[] {1, 4, 5000}) {
            check(JoinInputs.shape(kind, keys, null), left, right, rowsMax);
            check(JoinInputs.shape(kind, keys, JoinInputs.condition()), left, right, rowsMax);
          }
        }
      }
    }
  }

  private static TestRows sorted(
      TestRows rows, List<JoinPlan.Key> keys, ToIntFunction<JoinPlan.Key> column) {
    Comparator<List<@Nullable Object>> order = (_, _) -> 0;
    for (JoinPlan.Key key : keys) {
      int index = column.applyAsInt(key);
      order =
          order.thenComparing(
              row -> row.get(index),
              Comparator.nullsLast(
                  (left, right) ->
                      RowComparator.compareValues(
                          rows.types().get(index).ofValues(), left, right)));
    }
    List<List<@Nullable Object>> sorted = new ArrayList<>(rows.rows());
    sorted.sort(order);
    return new TestRows(rows.types(), sorted);
  }

  private static void check(JoinShape shape, TestRows left, TestRows right, int rowsMax) {
    List<String> expected = TestRows.sorted(JoinReference.join(shape, left, right));
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0}) {
      try (TestQuery query = new TestQuery(workBytes);
          Operator join = join(query, shape, left, right, rowsMax)) {
        assertThat(TestRows.sorted(TestRows.drain(join, JoinInputs.resultTypes(shape.kind()))))
            .as("%s rowsMax=%d workBytes=%d", shape, rowsMax, workBytes)
            .isEqualTo(expected);
      }
    }
  }

  private static Operator join(
      TestQuery query, JoinShape shape, TestRows left, TestRows right, int rowsMax) {
    return new MergeJoinOperator(
        query.context(),
        shape,
        left.source(query.context(), rowsMax),
        right.source(query.context(), rowsMax, new Random(99)));
  }

  @Test
  void shouldJoinLargeGroups() {
    Random random = new Random(8);
    List<JoinPlan.Key> keys = JoinInputs.KEYS.getFirst();
    TestRows left = sorted(JoinInputs.left(random, 300, 3), keys, JoinPlan.Key::left);
    TestRows right = sorted(JoinInputs.right(random, 300, 3), keys, JoinPlan.Key::right);
    check(JoinInputs.shape(JoinPlan.Kind.INNER, keys, null), left, right, 5000);
    check(JoinInputs.shape(JoinPlan.Kind.ANTI, keys, JoinInputs.condition()), left, right, 100);
  }

  @Test
  void shouldCancelAndCloseAnywhere() {
    List<JoinPlan.Key> keys = JoinInputs.KEYS.getFirst();
    TestRows left = sorted(JoinInputs.left(new Random(1), 80, 4), keys, JoinPlan.Key::left);
    TestRows right = sorted(JoinInputs.right(new Random(2), 80, 4), keys, JoinPlan.Key::right);
    JoinShape shape = JoinInputs.shape(JoinPlan.Kind.FULL, keys, null);
    for (int batches = 0; batches < 20; batches++) {
      try (TestQuery query = new TestQuery(0);
          Operator join = join(query, shape, left, right, 7)) {
        for (int i = 0; i < batches; i++) {
          assertThat(join.next()).isNotNull();
        }
        query.cancellation().cancel();
        assertThatThrownBy(join::next).isInstanceOf(ColonnadeException.class);
      }
    }
  }
}
