package dev.colonnade.sql.execute.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings({"EnumOrdinal", "NullAway"})
class LookupJoinOperatorTest {
  private static final List<JoinPlan.Key> KEYS = List.of(new JoinPlan.Key(0, 0, false));

  /** Lookup that returns the rows with the keys of a batch, or all rows. */
  private record Lookup(TestQuery query, TestRows rows, boolean selects, List<Integer> sizes)
      implements RowLookup {
    @Override
    public Operator find(VectorBatch batch, int[] keyColumns) {
      sizes.add(batch.rowCount());
      Set<Long> keys = new TreeSet<>();
      for (int row = 0; row < batch.rowCount(); row++) {
        Object key = batch.column(keyColumns[0]).held(row, JoinInputs.LEFT_TYPES.getFirst());
        if (key != null) {
          keys.add(((Integer) key).longValue());
        }
      }
      List<List<@Nullable Object>> found = new ArrayList<>();
      for (List<@Nullable Object> row : rows.rows()) {
        if (!selects || (row.getFirst() != null && keys.contains((Long) row.getFirst()))) {
          found.add(row);
        }
      }
      return new TestRows(rows.types(), found).source(query.context(), 9);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INNER", "LEFT", "SEMI", "ANTI"})
  void shouldAgreeWithReference(JoinPlan.Kind kind) {
    Random random = new Random(kind.ordinal());
    for (int leftCount : new int[] {0, 1, 63, 64, 65, 500}) {
      // Batches of one row and of all rows only with few rows: each batch opens a join of its own.
      for (int rowsMax : leftCount < 500 ? new int[] {1, 30, 5000} : new int[] {30}) {
        TestRows left = JoinInputs.left(random, leftCount, 40);
        TestRows right = JoinInputs.right(random, 60, 40);
        for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0}) {
          check(JoinInputs.shape(kind, KEYS, null), left, right, rowsMax, workBytes);
          check(
              JoinInputs.shape(kind, KEYS, JoinInputs.condition()),
              left,
              right,
              rowsMax,
              workBytes);
        }
      }
    }
  }

  private static void check(
      JoinShape shape, TestRows left, TestRows right, int rowsMax, long workBytes) {
    List<VectorType> types = JoinInputs.resultTypes(shape.kind());
    for (boolean selects : new boolean[] {true, false}) {
      try (TestQuery query = new TestQuery(workBytes);
          Operator join =
              new LookupJoinOperator(
                  query.context(),
                  shape,
                  types.size(),
                  left.source(query.context(), rowsMax),
                  new Lookup(query, right, selects, new ArrayList<>()))) {
        assertThat(TestRows.sorted(TestRows.drain(join, types)))
            .as("%s rowsMax=%d selects=%s", shape, rowsMax, selects)
            .isEqualTo(TestRows.sorted(JoinReference.join(shape, left, right)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INNER", "SEMI", "ANTI"})
  void shouldKeepTheOrderOfTheLeftInput(JoinPlan.Kind kind) {
    Random random = new Random(kind.ordinal());
    TestRows left = JoinInputs.left(random, 500, 40);
    TestRows right = JoinInputs.right(random, 60, 40);
    JoinShape shape = JoinInputs.shape(kind, KEYS, null);
    List<VectorType> types = JoinInputs.resultTypes(kind);
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0}) {
      try (TestQuery query = new TestQuery(workBytes);
          Operator join =
              new LookupJoinOperator(
                  query.context(),
                  shape,
                  types.size(),
                  left.source(query.context(), 30),
                  new Lookup(query, right, true, new ArrayList<>()))) {
        assertThat(ofLeft(TestRows.drain(join, types)))
            .as("workBytes=%d", workBytes)
            .isEqualTo(ofLeft(JoinReference.join(shape, left, right)));
      }
    }
  }

  private static List<List<@Nullable Object>> ofLeft(List<List<@Nullable Object>> rows) {
    return rows.stream().map(row -> row.subList(0, JoinInputs.LEFT_TYPES.size())).toList();
  }

  @Test
  void shouldLookUpFewRowsFirst() {
    TestRows left = JoinInputs.left(new Random(1), 2000, 40);
    TestRows right = JoinInputs.right(new Random(2), 60, 40);
    List<Integer> sizes = new ArrayList<>();
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator join =
            new LookupJoinOperator(
                query.context(),
                JoinInputs.shape(JoinPlan.Kind.INNER, KEYS, null),
                6,
                left.source(query.context(), 1),
                new Lookup(query, right, true, sizes))) {
      TestRows.drain(join, JoinInputs.PAIR_TYPES.subList(0, 6));
      assertThat(sizes).startsWith(1, 8, 64, 512);
    }
  }
}
