package dev.colonnade.sql.run.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Subquery;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.subquery.QuantifiedSubquery;
import dev.colonnade.sql.expression.subquery.SubqueryCall;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubqueryMemoryTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  private static final int ROW_ID = 3;
  private static final int BATCH_ROWS = 50;

  /** Memory of all queries in bytes. */
  private static final List<Long> POOLS = List.of(3_000L, 12_000L, 40_000L, 1L << 30);

  private record Plan(List<VectorType> types, boolean isCorrelated) implements Subquery {
    @Override
    public String name() {
      return "SubPlan 1";
    }
  }

  /** Subqueries of one query, which return the same rows; canceled at a batch. */
  private static final class Source implements SubqueryExecutor, AutoCloseable {
    private final TestQuery query;
    private final SubqueryMemory memory;
    private final List<List<@Nullable Integer>> rows;
    private int cancelAt = Integer.MAX_VALUE;

    Source(TestQuery query, List<List<@Nullable Integer>> rows) {
      this.query = query;
      this.rows = rows;
      memory =
          new SubqueryMemory(
              query.context().memory(),
              account ->
                  new SpillContext(account, query.context().spillSpace(), query.cancellation()));
    }

    Evaluation evaluation() {
      return new Evaluation(
          _ -> {
            throw new IllegalStateException("no parameters");
          },
          StatementServices.NONE,
          query.cancellation(),
          this);
    }

    @Override
    public SubqueryRows open(Subquery subquery, Evaluation evaluation) {
      return new SubqueryRows() {
        private int next;

        @Override
        public @Nullable VectorBatch next() {
          if (next / BATCH_ROWS == cancelAt) {
            query.cancellation().cancel();
          }
          if (next >= rows.size()) {
            return null;
          }
          int end = Math.min(rows.size(), next + BATCH_ROWS);
          VectorBatch batch = batch(rows.subList(next, end), subquery.types().size());
          next = end;
          return batch;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Memory memory() {
      return memory;
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  private static VectorBatch batch(List<List<@Nullable Integer>> rows, int width) {
    Vector[] columns = new Vector[width];
    for (int i = 0; i < width; i++) {
      @Nullable Object[] held = new @Nullable Object[rows.size()];
      for (int row = 0; row < held.length; row++) {
        held[row] = rows.get(row).get(i);
      }
      columns[i] = VectorBuilder.vectorOf(held, INTEGER);
    }
    return new VectorBatch(rows.size(), columns);
  }

  private static List<List<@Nullable Integer>> rows(
      Random random, int count, int width, int distinct, boolean hasNulls) {
    List<List<@Nullable Integer>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<@Nullable Integer> row = new ArrayList<>();
      for (int k = 0; k < width; k++) {
        boolean isNull = hasNulls && random.nextInt(20) == 0;
        row.add(isNull ? null : (Integer) random.nextInt(distinct));
      }
      rows.add(row);
    }
    return rows;
  }

  private static QuantifiedSubquery in(
      ComparisonOperator operator, int width, boolean isCorrelated) {
    List<Expression> columns = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      columns.add(new ColumnReference(INTEGER, i));
    }
    Plan plan = new Plan(Collections.nCopies(width, INTEGER), isCorrelated);
    return new QuantifiedSubquery(
        operator, false, columns, columns, new SubqueryCall(plan, ROW_ID, false));
  }

  private static @Nullable Boolean any(
      ComparisonOperator operator,
      List<@Nullable Integer> left,
      List<List<@Nullable Integer>> rows) {
    Boolean result = false;
    for (List<@Nullable Integer> right : rows) {
      Boolean compared = compared(operator, left, right);
      if (compared == null) {
        result = null;
      } else if (compared) {
        return true;
      }
    }
    return result;
  }

  private static @Nullable Boolean compared(
      ComparisonOperator operator, List<@Nullable Integer> left, List<@Nullable Integer> right) {
    boolean isUnknown = false;
    for (int i = 0; i < left.size(); i++) {
      Integer some = left.get(i);
      Integer other = right.get(i);
      if (some == null || other == null) {
        if (operator != ComparisonOperator.EQUAL) {
          return null;
        }
        isUnknown = true;
      } else if (some.intValue() != other.intValue()) {
        return operator.holds(some.compareTo(other));
      }
    }
    return isUnknown ? null : (Boolean) operator.holds(0);
  }

  private static void check(
      QuantifiedSubquery expression,
      List<List<@Nullable Integer>> probes,
      List<List<@Nullable Integer>> right,
      long poolBytes) {
    List<@Nullable Boolean> expected = new ArrayList<>();
    for (List<@Nullable Integer> probe : probes) {
      expected.add(any(expression.operator(), probe, right));
    }
    try (TestQuery query = new TestQuery(poolBytes, poolBytes);
        Source source = new Source(query, right)) {
      Evaluation evaluation = source.evaluation();
      List<@Nullable Object> found = new ArrayList<>();
      for (int from = 0; from < probes.size(); from += BATCH_ROWS) {
        List<List<@Nullable Integer>> some =
            probes.subList(from, Math.min(probes.size(), from + BATCH_ROWS));
        Vector result = expression.evaluate(batch(some, expression.left().size()), evaluation);
        for (int row = 0; row < some.size(); row++) {
          found.add(result.held(row, expression.type()));
        }
      }
      assertThat(found).isEqualTo(expected);
      if (poolBytes == POOLS.getFirst() && right.size() >= 1_000) {
        assertThat(query.fileCount()).isPositive();
      }
    }
  }

  @Test
  void shouldFindEqualRowsAtEveryMemoryLimit() {
    Random random = Seed.random("SubqueryMemoryTest");
    for (int width = 1; width <= 2; width++) {
      for (int count : new int[] {0, 1, 16, 17, 130, 1_000}) {
        for (boolean hasNulls : new boolean[] {false, true}) {
          List<List<@Nullable Integer>> right = rows(random, count, width, 1_200, hasNulls);
          List<List<@Nullable Integer>> probes = rows(random, 220, width, 1_200, true);
          for (int i = 0; i < Math.min(count, 40); i++) {
            probes.set(i, right.get(random.nextInt(count)));
          }
          for (long poolBytes : POOLS) {
            check(in(ComparisonOperator.EQUAL, width, false), probes, right, poolBytes);
            check(
                in(ComparisonOperator.EQUAL, width, true), probes.subList(0, 10), right, poolBytes);
          }
        }
      }
    }
  }

  @Test
  void shouldCompareOrdersOfRowsAtEveryMemoryLimit() {
    Random random = Seed.random("SubqueryMemoryTest.order");
    for (int count : new int[] {0, 10, 1_000}) {
      List<List<@Nullable Integer>> right = rows(random, count, 2, 50, true);
      List<List<@Nullable Integer>> probes = rows(random, 60, 2, 60, true);
      for (long poolBytes : POOLS) {
        check(in(ComparisonOperator.LESS, 2, false), probes, right, poolBytes);
        check(in(ComparisonOperator.GREATER_OR_EQUAL, 2, false), probes, right, poolBytes);
      }
    }
  }

  @Test
  void shouldKeepNoRowsToCompareTheOrderOfOneColumn() {
    List<List<@Nullable Integer>> right = rows(new Random(1), 5_000, 1, 100_000, false);
    List<List<@Nullable Integer>> probes = rows(new Random(2), 60, 1, 100_000, true);
    try (TestQuery query = new TestQuery(0, 1);
        Source source = new Source(query, right)) {
      in(ComparisonOperator.LESS, 1, false).evaluate(batch(probes, 1), source.evaluation());
      assertThat(query.peakMemoryBytes()).isZero();
      assertThat(query.spilledBytes()).isZero();
    }
  }

  @Test
  void shouldChargeTheHashTable() {
    List<List<@Nullable Integer>> right = rows(new Random(3), 5_000, 1, 1 << 30, false);
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Source source = new Source(query, right)) {
      in(ComparisonOperator.EQUAL, 1, false)
          .evaluate(batch(right.subList(0, 5), 1), source.evaluation());
      assertThat(query.memoryBytes()).isGreaterThan(5_000 * 30L);
    }
  }

  @Test
  void shouldFreeMemoryAndFilesWhenCanceledAtAnyBatch() {
    List<List<@Nullable Integer>> right = rows(new Random(4), 1_000, 2, 1 << 30, true);
    for (int batch = 0; batch < right.size() / BATCH_ROWS; batch++) {
      try (TestQuery query = new TestQuery(3_000, 3_000);
          Source source = new Source(query, right)) {
        source.cancelAt = batch;
        QuantifiedSubquery in = in(ComparisonOperator.EQUAL, 2, false);
        VectorBatch probes = batch(right.subList(0, 5), 2);
        Evaluation evaluation = source.evaluation();
        assertThatThrownBy(() -> in.evaluate(probes, evaluation))
            .isInstanceOfSatisfying(
                ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
      }
    }
  }
}
