package dev.colonnade.sql.execute.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.value.FrameOffset;
import dev.colonnade.sql.function.value.FrameOffset.Mode;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.physical.WindowPlan.Bound;
import dev.colonnade.sql.physical.WindowPlan.Call;
import dev.colonnade.sql.physical.WindowPlan.Exclusion;
import dev.colonnade.sql.physical.WindowPlan.Frame;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"EnumOrdinal", "NullAway"})
class WindowOperatorTest {
  private static final int WHOLE = 0;
  private static final int TEXT = 1;
  private static final int BIG = 2;
  private static final int DOUBLE = 3;
  private static final int CENTS = 4;
  private static final int NUMERIC = 5;
  private static final int FLAG = 6;
  private static final int INTERVAL = 7;
  private static final int REAL = 8;
  private static final int DATE = 9;
  private static final int START = 10;
  private static final int END = 11;
  private static final int THREE = 12;
  private static final int STEPS = 13;

  private static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  private static final VectorType EXACT = VectorType.of(TypeKind.NUMERIC);
  private static final VectorType FLOATING = VectorType.of(TypeKind.DOUBLE);

  private static List<VectorType> types(boolean hasObjectOffsets) {
    VectorType offset = hasObjectOffsets ? VectorType.of(TypeKind.VOID) : BIGINT;
    return List.of(
        VectorType.of(TypeKind.INTEGER),
        VectorType.of(TypeKind.TEXT),
        BIGINT,
        FLOATING,
        VectorType.decimal(2),
        EXACT,
        VectorType.of(TypeKind.BOOLEAN),
        VectorType.of(TypeKind.INTERVAL),
        VectorType.of(TypeKind.REAL),
        VectorType.of(TypeKind.DATE),
        offset,
        offset,
        VectorType.of(TypeKind.INTEGER),
        VectorType.of(TypeKind.INTEGER));
  }

  private static TestRows rows(
      int count, int distinct, Random random, @Nullable Object start, @Nullable Object end) {
    boolean hasObjects = start instanceof FrameOffset || end instanceof FrameOffset;
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          TestRows.row(
              orNull(random, random.nextInt(distinct)),
              orNull(random, "t" + random.nextInt(distinct)),
              orNull(
                  random, random.nextInt(8) == 0 ? Long.MAX_VALUE - 3 : (long) random.nextInt(9)),
              orNull(random, random.nextInt(12) == 0 ? Double.NaN : random.nextInt(20) * 0.25),
              orNull(random, BigDecimal.valueOf(random.nextInt(500), 2)),
              orNull(random, BigDecimal.valueOf(random.nextInt(50), random.nextInt(3))),
              orNull(random, random.nextBoolean()),
              orNull(random, new Interval(random.nextInt(2), random.nextInt(3), 0)),
              orNull(random, random.nextInt(8) * 0.5f),
              orNull(random, random.nextInt(40)),
              start,
              end,
              3,
              orNull(random, random.nextInt(5) - 2)));
    }
    return new TestRows(types(hasObjects), rows);
  }

  private static @Nullable Object orNull(Random random, Object value) {
    return random.nextInt(6) == 0 ? null : value;
  }

  private static Call call(String function, VectorType result, Integer... arguments) {
    return new Call(function, List.of(arguments), result);
  }

  private static List<Call> calls() {
    List<VectorType> types = types(false);
    VectorType text = types.get(TEXT);
    List<Call> calls = new ArrayList<>();
    for (String rank : List.of("row_number", "rank", "dense_rank")) {
      calls.add(call(rank, BIGINT));
    }
    calls.add(call("percent_rank", FLOATING));
    calls.add(call("cume_dist", FLOATING));
    calls.add(call("ntile", types.get(WHOLE), THREE));
    calls.add(call("lag", text, TEXT));
    calls.add(call("lead", text, TEXT, THREE));
    calls.add(call("lag", types.get(WHOLE), WHOLE, THREE, WHOLE));
    calls.add(call("lag", EXACT, CENTS, STEPS, WHOLE));
    calls.add(call("lead", types.get(INTERVAL), INTERVAL, STEPS));
    calls.add(call("first_value", text, TEXT));
    calls.add(call("last_value", types.get(CENTS), CENTS));
    calls.add(call("nth_value", types.get(WHOLE), WHOLE, THREE));
    calls.add(call("count", BIGINT));
    calls.add(call("count", BIGINT, TEXT));
    calls.add(call("sum", BIGINT, WHOLE));
    calls.add(call("sum0", BIGINT, WHOLE));
    calls.add(call("sum", VectorType.decimal(0), BIG));
    calls.add(call("sum", types.get(CENTS), CENTS));
    calls.add(call("sum", EXACT, NUMERIC));
    calls.add(call("sum", FLOATING, DOUBLE));
    calls.add(call("sum", types.get(REAL), REAL));
    calls.add(call("sum", types.get(INTERVAL), INTERVAL));
    calls.add(call("avg", EXACT, WHOLE));
    calls.add(call("avg", EXACT, NUMERIC));
    calls.add(call("avg", FLOATING, DOUBLE));
    for (int column : List.of(WHOLE, TEXT, DOUBLE, NUMERIC, INTERVAL)) {
      calls.add(call("min", types.get(column), column));
      calls.add(call("max", types.get(column), column));
    }
    calls.add(call("bool_and", types.get(FLAG), FLAG));
    calls.add(call("bool_or", types.get(FLAG), FLAG));
    calls.add(call("bit_xor", BIGINT, BIG));
    calls.add(call("array_agg", VectorType.of(TypeKind.ARRAY), WHOLE));
    calls.add(call("string_agg", text, TEXT, TEXT));
    calls.add(call("stddev_samp", EXACT, WHOLE));
    return calls;
  }

  private static WindowPlan plan(
      TestRows rows, List<Integer> partition, List<SortKey> order, Frame frame, List<Call> calls) {
    List<PlanColumn> columns =
        new ArrayList<>(rows.types().stream().map(type -> new PlanColumn("c", type)).toList());
    List<Expression> expressions = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      VectorType type = columns.get(i).type();
      expressions.add(i == THREE ? new Literal(type, 3) : new ColumnReference(type, i));
    }
    PhysicalPlan input =
        new RowPlan.Project(
            new ScanPlan.Values(List.of(), columns, PlanEstimate.UNKNOWN),
            expressions,
            columns,
            PlanEstimate.UNKNOWN);
    List<PlanColumn> all = new ArrayList<>(columns);
    calls.forEach(call -> all.add(new PlanColumn("w", call.result())));
    return new WindowPlan(input, partition, order, frame, calls, all, PlanEstimate.UNKNOWN);
  }

  private static void check(TestRows rows, WindowPlan plan, List<Long> limits) {
    String expected = rendered(new WindowReference(rows, plan).rows());
    for (long workBytes : limits) {
      for (int batchRows : List.of(1, 7, VectorBatch.ROWS)) {
        try (TestQuery query = new TestQuery(workBytes);
            Operator operator =
                new WindowOperator(
                    query.context(), rows.source(query.context(), batchRows), plan, false)) {
          assertThat(rendered(TestRows.drain(operator, plan.types())))
              .as("frame=%s order=%s", plan.frame(), plan.orderKeys())
              .isEqualTo(expected);
        }
      }
    }
  }

  private static String rendered(List<List<@Nullable Object>> rows) {
    StringBuilder out = new StringBuilder();
    rows.forEach(row -> out.append(row).append('\n'));
    return out.toString();
  }

  private static Frame frame(boolean isRows, Bound start, Bound end) {
    return new Frame(isRows, start, end, Exclusion.NOTHING);
  }

  private static final Bound FIRST = new Bound(-1, -1);
  private static final Bound CURRENT = new Bound(-1, 0);
  private static final Bound LAST = new Bound(-1, 1);

  /** Returns pairs of bounds; those with an offset use the columns START and END. */
  private static List<Bound[]> bounds() {
    Bound startBefore = new Bound(START, -1);
    Bound startAfter = new Bound(START, 1);
    Bound endBefore = new Bound(END, -1);
    Bound endAfter = new Bound(END, 1);
    return List.of(
        new Bound[] {FIRST, CURRENT},
        new Bound[] {FIRST, LAST},
        new Bound[] {CURRENT, LAST},
        new Bound[] {CURRENT, CURRENT},
        new Bound[] {startBefore, CURRENT},
        new Bound[] {startBefore, endAfter},
        new Bound[] {startBefore, endBefore},
        new Bound[] {startAfter, endAfter},
        new Bound[] {startAfter, LAST},
        new Bound[] {CURRENT, endAfter},
        new Bound[] {FIRST, endBefore},
        new Bound[] {FIRST, endAfter},
        new Bound[] {startBefore, LAST});
  }

  @Test
  void shouldComputeFramesOfRows() {
    Random random = new Random(1);
    for (Bound[] pair : bounds()) {
      for (Exclusion exclusion : Exclusion.values()) {
        TestRows rows =
            rows(random.nextInt(60), 4, random, (long) random.nextInt(4), (long) random.nextInt(4));
        Frame frame = new Frame(true, pair[0], pair[1], exclusion);
        List<SortKey> order =
            List.of(new SortKey(NUMERIC, true, false), new SortKey(TEXT, false, true));
        check(rows, plan(rows, List.of(WHOLE), order, frame, calls()), List.of(0L, 1L << 20));
      }
    }
  }

  @Test
  void shouldComputeFramesOfGroups() {
    Random random = new Random(2);
    for (Bound[] pair : bounds()) {
      for (Exclusion exclusion : Exclusion.values()) {
        TestRows rows =
            rows(
                random.nextInt(60),
                5,
                random,
                new FrameOffset(Mode.GROUPS, (long) random.nextInt(3)),
                new FrameOffset(Mode.GROUPS, (long) random.nextInt(3)));
        Frame frame = new Frame(true, pair[0], pair[1], exclusion);
        List<SortKey> order = List.of(new SortKey(WHOLE, random.nextBoolean(), true));
        check(rows, plan(rows, List.of(FLAG), order, frame, calls()), List.of(0L, 1L << 20));
      }
    }
  }

  @Test
  void shouldComputeFramesOfDistances() {
    Random random = new Random(3);
    Object[][] keys = {
      {WHOLE, 1L, 2L},
      {DOUBLE, 0.75, Double.POSITIVE_INFINITY},
      {CENTS, new BigDecimal("1.1"), BigDecimal.ZERO},
      {NUMERIC, new BigDecimal("2.05"), new BigDecimal("0.5")},
      {DATE, new Interval(0, 3, 0), new Interval(1, 0, 0)},
      {INTERVAL, new Interval(0, 1, 0), new Interval(0, 0, 0)},
      {REAL, 0.5, 1.0},
      {BIG, Long.MAX_VALUE, 1L}
    };
    for (Object[] key : keys) {
      for (Bound[] pair : bounds()) {
        Exclusion exclusion = Exclusion.values()[random.nextInt(4)];
        TestRows rows =
            rows(
                random.nextInt(50),
                5,
                random,
                new FrameOffset(Mode.RANGE, key[1]),
                new FrameOffset(Mode.RANGE, key[2]));
        Frame frame = new Frame(true, pair[0], pair[1], exclusion);
        List<SortKey> order =
            List.of(new SortKey((Integer) key[0], random.nextBoolean(), random.nextBoolean()));
        check(rows, plan(rows, List.of(FLAG), order, frame, calls()), List.of(0L, 1L << 20));
      }
    }
  }

  @Test
  void shouldComputeDefaultFrames() {
    Random random = new Random(4);
    Frame frame = frame(false, FIRST, CURRENT);
    for (int count : List.of(0, 1, 2, 120)) {
      TestRows rows = rows(count, 3, random, 0L, 0L);
      for (List<SortKey> order :
          List.of(List.<SortKey>of(), List.of(new SortKey(TEXT, false, false)))) {
        for (List<Integer> partition :
            List.of(List.<Integer>of(), List.of(WHOLE), List.of(INTERVAL, FLAG))) {
          check(rows, plan(rows, partition, order, frame, calls()), List.of(0L, 10_000L, 1L << 20));
        }
      }
    }
  }

  @Test
  void shouldComputeLargeFramesInManyBatches() {
    Random random = new Random(5);
    TestRows rows = rows(800, 40, random, 300L, 200L);
    List<Call> calls = calls().subList(0, calls().size() - 4);
    List<SortKey> order = List.of(new SortKey(DATE, false, false));
    Frame moving = frame(true, new Bound(START, -1), new Bound(END, 1));
    check(rows, plan(rows, List.of(FLAG), order, moving, calls), List.of(0L, 1L << 24));
    Frame whole = frame(false, FIRST, LAST);
    check(rows, plan(rows, List.of(), order, whole, calls), List.of(0L));
  }

  @Test
  void shouldReportInvalidOffsets() {
    SortKey key = new SortKey(WHOLE, false, false);
    Frame frame = frame(true, new Bound(START, -1), CURRENT);
    assertError(-1L, frame, key, ErrorCode.INVALID_FRAME_OFFSET);
    assertError(null, frame, key, ErrorCode.NULL_NOT_ALLOWED);
    assertError(new FrameOffset(Mode.GROUPS, -1L), frame, key, ErrorCode.INVALID_FRAME_OFFSET);
    assertError(new FrameOffset(Mode.RANGE, -1L), frame, key, ErrorCode.INVALID_FRAME_OFFSET);
    assertError(new FrameOffset(Mode.RANGE, null), frame, key, ErrorCode.NULL_NOT_ALLOWED);
  }

  private static void assertError(
      @Nullable Object offset, Frame frame, SortKey key, ErrorCode code) {
    TestRows rows = rows(3, 3, new Random(6), offset, offset);
    WindowPlan plan = plan(rows, List.of(), List.of(key), frame, List.of(call("count", BIGINT)));
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator operator =
            new WindowOperator(query.context(), rows.source(query.context(), 2), plan, false)) {
      assertThatThrownBy(operator::next)
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
  }

  @Test
  void shouldReadSortedInputAsItIs() {
    Random random = new Random(7);
    TestRows rows = rows(80, 4, random, 0L, 0L);
    List<SortKey> order = List.of(new SortKey(TEXT, false, false));
    WindowPlan plan = plan(rows, List.of(WHOLE), order, frame(false, FIRST, CURRENT), calls());
    List<List<@Nullable Object>> expected = new WindowReference(rows, plan).rows();
    TestRows sorted =
        new TestRows(
            rows.types(),
            expected.stream().map(row -> row.subList(0, rows.types().size())).toList());
    try (TestQuery query = new TestQuery(0);
        Operator operator =
            new WindowOperator(query.context(), sorted.source(query.context(), 9), plan, true)) {
      assertThat(rendered(TestRows.drain(operator, plan.types()))).isEqualTo(rendered(expected));
    }
  }

  @Test
  void shouldStopWhenCanceledAndFreeMemoryWhenHalfRead() {
    TestRows rows = rows(60, 4, new Random(8), 1L, 1L);
    Frame frame = frame(true, new Bound(START, -1), new Bound(END, 1));
    WindowPlan plan =
        plan(rows, List.of(), List.of(new SortKey(TEXT, false, false)), frame, calls());
    for (int batch = 0; batch < 12; batch++) {
      for (boolean isSorted : List.of(false, true)) {
        try (TestQuery query = new TestQuery(0)) {
          TestRows.Source source = rows.source(query.context(), 5);
          source.cancelAt(batch, query);
          try (Operator operator = new WindowOperator(query.context(), source, plan, isSorted)) {
            assertThatThrownBy(() -> TestRows.drain(operator, plan.types()))
                .isInstanceOfSatisfying(
                    ColonnadeException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
          }
        }
      }
    }
    try (TestQuery query = new TestQuery(100_000)) {
      Operator operator =
          new WindowOperator(query.context(), rows.source(query.context(), 5), plan, true);
      assertThat(operator.next()).isNotNull();
      operator.close();
      assertThat(query.memoryBytes()).isZero();
    }
  }

  /** Source of many rows [number, value], sorted by the number. */
  private static final class Numbers extends Operator {
    private final int count;
    private int next;

    Numbers(TestQuery query, int count) {
      super(query.context());
      this.count = count;
    }

    @Override
    protected @Nullable VectorBatch produce() {
      int size = Math.min(VectorBatch.ROWS, count - next);
      if (size == 0) {
        return null;
      }
      long[] numbers = new long[size];
      long[] values = new long[size];
      for (int i = 0; i < size; i++) {
        numbers[i] = (long) next + i;
        values[i] = (next + i) * 7L % 1000;
      }
      next += size;
      return new VectorBatch(size, new LongVector(numbers, null), new LongVector(values, null));
    }
  }

  @Test
  void shouldStreamOneLargePartitionInLittleMemory() {
    int count = 400_000;
    List<PlanColumn> columns = List.of(new PlanColumn("n", BIGINT), new PlanColumn("v", BIGINT));
    List<Call> calls =
        List.of(
            call("row_number", BIGINT),
            call("rank", BIGINT),
            call("lag", BIGINT, 1),
            call("lead", BIGINT, 1),
            call("sum", VectorType.decimal(0), 1),
            call("max", BIGINT, 0),
            call("first_value", BIGINT, 1));
    List<PlanColumn> all = new ArrayList<>(columns);
    calls.forEach(call -> all.add(new PlanColumn("w", call.result())));
    WindowPlan plan =
        new WindowPlan(
            new ScanPlan.Values(List.of(), columns, PlanEstimate.UNKNOWN),
            List.of(),
            List.of(new SortKey(0, false, false)),
            frame(false, FIRST, CURRENT),
            calls,
            all,
            PlanEstimate.UNKNOWN);
    try (TestQuery query = new TestQuery(4 << 20);
        Operator operator =
            new WindowOperator(query.context(), new Numbers(query, count), plan, true)) {
      long rows = 0;
      long sum = 0;
      for (VectorBatch batch = operator.next(); batch != null; batch = operator.next()) {
        for (int row = 0; row < batch.rowCount(); row++, rows++) {
          sum += rows * 7 % 1000;
          assertThat(((LongVector) batch.column(2)).values()[row]).isEqualTo(rows + 1);
          assertThat(((LongVector) batch.column(6)).values()[row]).isEqualTo(sum);
        }
      }
      assertThat(rows).isEqualTo(count);
      assertThat(query.spilledBytes()).isZero();
      assertThat(query.peakMemoryBytes()).isLessThan(4 << 20);
    }
  }
}
