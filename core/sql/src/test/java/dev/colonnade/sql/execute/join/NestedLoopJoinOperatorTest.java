package dev.colonnade.sql.execute.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.physical.JoinPlan;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings("EnumOrdinal")
class NestedLoopJoinOperatorTest {
  private static final int[] COUNTS = {0, 1, 2, 50};

  @ParameterizedTest
  @EnumSource
  void shouldAgreeWithReference(JoinPlan.Kind kind) {
    Random random = new Random(kind.ordinal());
    for (int leftCount : COUNTS) {
      for (int rightCount : COUNTS) {
        for (int rowsMax : new int[] {1, 7, 5000}) {
          TestRows left = JoinInputs.left(random, leftCount, 5);
          TestRows right = JoinInputs.right(random, rightCount, 5);
          check(JoinInputs.shape(kind, List.of(), null), left, right, rowsMax);
          check(JoinInputs.shape(kind, List.of(), JoinInputs.condition()), left, right, rowsMax);
        }
      }
    }
  }

  @Test
  void shouldReturnLargeProduct() {
    TestRows left = JoinInputs.left(new Random(1), 300, 5);
    TestRows right = JoinInputs.right(new Random(2), 300, 5);
    check(
        JoinInputs.shape(JoinPlan.Kind.FULL, List.of(), JoinInputs.condition()), left, right, 200);
  }

  private static void check(JoinShape shape, TestRows left, TestRows right, int rowsMax) {
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0, 2000}) {
      try (TestQuery query = new TestQuery(workBytes);
          Operator join =
              new NestedLoopJoinOperator(
                  query.context(),
                  shape,
                  left.source(query.context(), rowsMax),
                  right.source(query.context(), rowsMax))) {
        assertThat(TestRows.sorted(TestRows.drain(join, JoinInputs.resultTypes(shape.kind()))))
            .as("%s rowsMax=%d workBytes=%d", shape, rowsMax, workBytes)
            .isEqualTo(TestRows.sorted(JoinReference.join(shape, left, right)));
      }
    }
  }

  @Test
  void shouldReadOnlyWhatDecides() {
    TestRows left = JoinInputs.left(new Random(1), 10, 5);
    TestRows right = JoinInputs.right(new Random(2), 100, 5);
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES)) {
      TestRows.Source rightSource = right.source(query.context(), 1);
      try (Operator join =
          new NestedLoopJoinOperator(
              query.context(),
              JoinInputs.shape(JoinPlan.Kind.SEMI, List.of(), null),
              left.source(query.context(), 5),
              rightSource)) {
        assertThat(TestRows.drain(join, JoinInputs.LEFT_TYPES)).isEqualTo(left.rows());
        assertThat(rightSource.batchCount()).isEqualTo(1);
      }
    }
  }

  @Test
  void shouldCancelWithinProduct() {
    TestRows left = JoinInputs.left(new Random(1), 2000, 5);
    TestRows right = JoinInputs.right(new Random(2), 2000, 5);
    try (TestQuery query = new TestQuery(0);
        Operator join =
            new NestedLoopJoinOperator(
                query.context(),
                JoinInputs.shape(JoinPlan.Kind.INNER, List.of(), null),
                left.source(query.context(), 5000),
                right.source(query.context(), 5000))) {
      assertThat(join.next()).isNotNull();
      query.cancellation().cancel();
      assertThatThrownBy(join::next).isInstanceOf(ColonnadeException.class);
    }
  }
}
