package dev.colonnade.sql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.aggregate.HashAggregateOperator;
import dev.colonnade.sql.execute.aggregate.SortedAggregateOperator;
import dev.colonnade.sql.execute.join.HashJoinOperator;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.row.SortOperator;
import dev.colonnade.sql.execute.set.SetOperationOperator;
import dev.colonnade.sql.execute.window.WindowOperator;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Operators that keep rows stay near their share of memory, and return the same rows, if all input
 * comes as one batch.
 */
class HugeBatchTest {
  private static final int ROWS = 80_000;
  private static final int SMALL_ROWS = 1000;
  private static final long WORK_BYTES = 1L << 20;

  /** Beside the share: a piece, and the least buffers of temporary files. */
  private static final long BEYOND_BYTES_MAX = 3L << 20;

  private static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  private static final VectorType TEXT = VectorType.of(TypeKind.TEXT);
  private static final List<VectorType> TYPES = List.of(BIGINT, TEXT, BIGINT);
  private static final int UNIQUE = 0;
  private static final int NAME = 1;
  private static final int HALF = 2;

  private static final WindowPlan.Frame FRAME =
      new WindowPlan.Frame(
          false,
          new WindowPlan.Bound(-1, -1),
          new WindowPlan.Bound(-1, 0),
          WindowPlan.Exclusion.NOTHING);

  /** Source of all rows in batches of one size. */
  private static final class Rows extends Operator {
    private final int batchRows;
    private int position;

    Rows(QueryContext query, int batchRows) {
      super(query);
      this.batchRows = batchRows;
    }

    @Override
    protected @Nullable VectorBatch produce() {
      int count = Math.min(batchRows, ROWS - position);
      if (count == 0) {
        return null;
      }
      long[] unique = new long[count];
      long[] half = new long[count];
      VectorBuilder names = new VectorBuilder(TEXT);
      for (int row = 0; row < count; row++) {
        long number = (position + row) * 7919L % ROWS;
        unique[row] = number;
        half[row] = number / 2;
        names.appendHeld("some name " + number);
      }
      position += count;
      return new VectorBatch(
          count, new LongVector(unique, null), names.slice(0, count), new LongVector(half, null));
    }
  }

  private static List<PlanColumn> columns(List<VectorType> types) {
    return types.stream().map(type -> new PlanColumn("c", type)).toList();
  }

  private static PhysicalPlan input() {
    return new ScanPlan.Values(List.of(), columns(TYPES), PlanEstimate.UNKNOWN);
  }

  private static AggregateCall call(String name, boolean distinct, VectorType result, int column) {
    return new AggregateCall(
        name, List.of(column), distinct, AggregateCall.NO_FILTER, List.of(), result);
  }

  private static void check(
      List<VectorType> types, BiFunction<QueryContext, Integer, Operator> operators) {
    List<String> expected = run(types, operators, SMALL_ROWS, TestQuery.AMPLE_BYTES);
    assertThat(run(types, operators, ROWS, WORK_BYTES)).isEqualTo(expected);
  }

  private static List<String> run(
      List<VectorType> types,
      BiFunction<QueryContext, Integer, Operator> operators,
      int batchRows,
      long workBytes) {
    try (TestQuery query = new TestQuery(workBytes)) {
      List<List<@Nullable Object>> rows;
      try (Operator operator = operators.apply(query.context(), batchRows)) {
        rows = TestRows.drain(operator, types);
      }
      if (workBytes == WORK_BYTES) {
        assertThat(query.spilledBytes()).isPositive();
        assertThat(query.peakMemoryBytes()).isLessThan(workBytes + BEYOND_BYTES_MAX);
      }
      return TestRows.sorted(rows);
    }
  }

  private static List<VectorType> with(VectorType... added) {
    List<VectorType> types = new ArrayList<>(TYPES);
    types.addAll(List.of(added));
    return types;
  }

  @Test
  void shouldSort() {
    RowPlan.Sort all =
        new RowPlan.Sort(
            input(), List.of(new SortKey(NAME, false, false)), 0, null, PlanEstimate.UNKNOWN);
    check(TYPES, (query, rows) -> new SortOperator(query, new Rows(query, rows), all));
  }

  @Test
  void shouldAggregateByHash() {
    List<AggregateCall> calls =
        List.of(call("count", false, BIGINT, UNIQUE), call("max", false, TEXT, NAME));
    AggregatePlan.HashAggregate plan =
        new AggregatePlan.HashAggregate(
            input(),
            List.of(HALF),
            List.of(List.of(0)),
            calls,
            columns(List.of(BIGINT, BIGINT, TEXT)),
            PlanEstimate.UNKNOWN);
    check(
        List.of(BIGINT, BIGINT, TEXT),
        (query, rows) -> new HashAggregateOperator(query, new Rows(query, rows), plan));
  }

  @Test
  void shouldCountDistinctValues() {
    List<AggregateCall> calls = List.of(call("count", true, BIGINT, NAME));
    AggregatePlan.SortedAggregate plan =
        new AggregatePlan.SortedAggregate(
            input(), List.of(), calls, columns(List.of(BIGINT)), PlanEstimate.UNKNOWN);
    check(
        List.of(BIGINT),
        (query, rows) -> new SortedAggregateOperator(query, new Rows(query, rows), plan));
  }

  @Test
  void shouldJoinByHash() {
    JoinShape shape =
        new JoinShape(
            JoinPlan.Kind.INNER,
            TYPES,
            TYPES,
            List.of(new JoinPlan.Key(UNIQUE, HALF, false)),
            null);
    check(
        with(TYPES.toArray(VectorType[]::new)),
        (query, rows) ->
            new HashJoinOperator(
                query, shape, false, new Rows(query, rows), new Rows(query, rows)));
  }

  @Test
  void shouldComputeWindows() {
    WindowPlan plan =
        new WindowPlan(
            input(),
            List.of(HALF),
            List.of(new SortKey(NAME, false, false)),
            FRAME,
            List.of(new WindowPlan.Call("row_number", List.of(), BIGINT)),
            columns(with(BIGINT)),
            PlanEstimate.UNKNOWN);
    check(with(BIGINT), (query, rows) -> new WindowOperator(query, new Rows(query, rows), plan));
  }

  @Test
  void shouldCombineSets() {
    SetPlan.SetOperation shape =
        new SetPlan.SetOperation(
            SetPlan.Kind.INTERSECT,
            true,
            List.of(input(), input()),
            columns(TYPES),
            PlanEstimate.UNKNOWN);
    check(
        TYPES,
        (query, rows) ->
            new SetOperationOperator(
                query, shape, List.of(new Rows(query, rows), new Rows(query, rows))));
  }

  @Test
  void shouldShareRows() {
    check(
        TYPES,
        (query, rows) -> {
          Operator source = new Rows(query, rows);
          return new Operator(query, source) {
            private final SharedRows shared = new SharedRows(source, TYPES, spillContext());
            private final SharedRows.Reader first = shared.reader();
            private final SharedRows.Reader second = shared.reader();

            @Override
            protected @Nullable VectorBatch produce() {
              VectorBatch batch = first.next();
              return batch == null ? second.next() : batch;
            }

            @Override
            protected void release() {
              shared.close();
            }
          };
        });
  }
}
