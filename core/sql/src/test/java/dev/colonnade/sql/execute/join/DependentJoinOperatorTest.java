package dev.colonnade.sql.execute.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestCondition;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings({"EnumOrdinal", "NullAway"})
class DependentJoinOperatorTest {
  private static final int OUTER = 3;

  @ParameterizedTest
  @EnumSource(names = {"INNER", "LEFT", "SEMI", "ANTI"})
  void shouldAgreeWithReference(JoinPlan.Kind kind) {
    Random random = new Random(kind.ordinal());
    for (int leftCount : new int[] {0, 1, 40}) {
      for (int rightCount : new int[] {0, 1, 30, 1500}) {
        TestRows left = JoinInputs.left(random, leftCount, 6);
        TestRows right = JoinInputs.right(random, rightCount, 6);
        for (int rowsMax : new int[] {1, 17, 5000}) {
          check(kind, null, left, right, rowsMax);
          check(kind, JoinInputs.condition(), left, right, rowsMax);
        }
      }
    }
  }

  private static void check(
      JoinPlan.Kind kind, TestCondition condition, TestRows left, TestRows right, int rowsMax) {
    JoinShape expected = JoinInputs.shape(kind, List.of(new JoinPlan.Key(0, 0, false)), condition);
    JoinShape shape = JoinInputs.shape(kind, List.of(), condition);
    try (TestQuery query = new TestQuery(0);
        Operator join = join(query, shape, left, right, rowsMax)) {
      assertThat(TestRows.sorted(TestRows.drain(join, JoinInputs.resultTypes(kind))))
          .as("%s rowsMax=%d", shape, rowsMax)
          .isEqualTo(TestRows.sorted(JoinReference.join(expected, left, right)));
    }
  }

  private static Operator join(
      TestQuery query, JoinShape shape, TestRows left, TestRows right, int rowsMax) {
    return new DependentJoinOperator(
        query.context(),
        shape,
        OUTER,
        left.source(query.context(), rowsMax),
        () -> matching(query, right, rowsMax));
  }

  /** Returns the right rows whose first column equals that of the outer row. */
  private static Operator matching(TestQuery query, TestRows right, int rowsMax) {
    Evaluation.OuterRow outer = query.context().evaluation().outer(OUTER);
    Object key = outer.batch().column(0).held(outer.row(), JoinInputs.LEFT_TYPES.getFirst());
    List<List<@Nullable Object>> found = new ArrayList<>();
    for (List<@Nullable Object> row : right.rows()) {
      if (key != null
          && row.getFirst() != null
          && ((Integer) key).longValue() == (Long) row.getFirst()) {
        found.add(row);
      }
    }
    return new TestRows(right.types(), found).source(query.context(), rowsMax);
  }

  @Test
  void shouldCollectSmallResults() {
    TestRows left = JoinInputs.left(new Random(1), 300, 6);
    TestRows right = JoinInputs.right(new Random(2), 30, 6);
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator join =
            join(query, JoinInputs.shape(JoinPlan.Kind.LEFT, List.of(), null), left, right, 5000)) {
      VectorBatch batch = join.next();
      assertThat(batch).isNotNull();
      assertThat(batch.rowCount()).isGreaterThan(300);
    }
  }

  @Test
  void shouldCancelAndCloseAnywhere() {
    TestRows left = JoinInputs.left(new Random(1), 30, 3);
    TestRows right = JoinInputs.right(new Random(2), 30, 3);
    for (int batches = 0; batches < 8; batches++) {
      try (TestQuery query = new TestQuery(0);
          Operator join =
              join(query, JoinInputs.shape(JoinPlan.Kind.LEFT, List.of(), null), left, right, 3)) {
        for (int i = 0; i < batches; i++) {
          assertThat(join.next()).isNotNull();
        }
        query.cancellation().cancel();
        assertThatThrownBy(join::next).isInstanceOf(ColonnadeException.class);
      }
    }
  }
}
