package dev.colonnade.sql.execute.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.type.TypeKind;
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

class HashAggregateOperatorTest {
  static final int WHOLE = 0;
  static final int TEXT = 1;
  static final int BIG = 2;
  static final int DOUBLE = 3;
  static final int CENTS = 4;
  static final int NUMERIC = 5;
  static final int FLAG = 6;
  static final int INTERVAL = 7;
  static final int REAL = 8;
  static final int SHARE = 9;

  static final List<VectorType> TYPES =
      List.of(
          VectorType.of(TypeKind.INTEGER),
          VectorType.of(TypeKind.TEXT),
          VectorType.of(TypeKind.BIGINT),
          VectorType.of(TypeKind.DOUBLE),
          VectorType.decimal(2),
          VectorType.of(TypeKind.NUMERIC),
          VectorType.of(TypeKind.BOOLEAN),
          VectorType.of(TypeKind.INTERVAL),
          VectorType.of(TypeKind.REAL),
          VectorType.of(TypeKind.DOUBLE));

  static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  static final VectorType EXACT = VectorType.of(TypeKind.NUMERIC);
  static final VectorType FLOATING = VectorType.of(TypeKind.DOUBLE);

  /** Returns random rows with NULLs and duplicates. */
  static TestRows rows(int count, int distinct, Random random) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          TestRows.row(
              orNull(random, random.nextInt(distinct)),
              orNull(random, "t" + random.nextInt(distinct)),
              orNull(
                  random,
                  random.nextInt(8) == 0 ? Long.MAX_VALUE - 3 : (long) random.nextInt(distinct)),
              orNull(random, random.nextInt(10) == 0 ? Double.NaN : random.nextInt(20) * 0.25),
              orNull(random, BigDecimal.valueOf(random.nextInt(500), 2)),
              orNull(random, BigDecimal.valueOf(random.nextInt(50), random.nextInt(3))),
              orNull(random, random.nextBoolean()),
              orNull(random, interval(random)),
              orNull(random, random.nextInt(8) * 0.5f),
              0.25));
    }
    return new TestRows(TYPES, rows);
  }

  private static Interval interval(Random random) {
    return random.nextBoolean()
        ? new Interval(random.nextInt(2), 0, 0)
        : new Interval(0, random.nextInt(2) * 30, random.nextInt(2));
  }

  private static @Nullable Object orNull(Random random, Object value) {
    return random.nextInt(6) == 0 ? null : value;
  }

  static AggregateCall call(String function, VectorType result, Integer... arguments) {
    return new AggregateCall(
        function, List.of(arguments), false, AggregateCall.NO_FILTER, List.of(), result);
  }

  static AggregateCall distinct(AggregateCall call) {
    return new AggregateCall(
        call.function(), call.arguments(), true, call.filter(), call.order(), call.result());
  }

  static AggregateCall filtered(AggregateCall call) {
    return new AggregateCall(
        call.function(), call.arguments(), call.distinct(), FLAG, call.order(), call.result());
  }

  static AggregateCall ordered(AggregateCall call, SortKey... order) {
    return new AggregateCall(
        call.function(),
        call.arguments(),
        call.distinct(),
        call.filter(),
        List.of(order),
        call.result());
  }

  /** Returns calls of all kinds. */
  static List<AggregateCall> calls() {
    VectorType array = VectorType.of(TypeKind.ARRAY);
    VectorType text = VectorType.of(TypeKind.TEXT);
    List<AggregateCall> calls = new ArrayList<>();
    calls.add(call("count", BIGINT));
    calls.add(call("count", BIGINT, TEXT));
    calls.add(filtered(call("count", BIGINT)));
    calls.add(call("sum", BIGINT, WHOLE));
    calls.add(call("sum0", BIGINT, WHOLE));
    calls.add(call("sum", VectorType.decimal(0), BIG));
    calls.add(call("sum", EXACT, BIG));
    calls.add(call("sum", VectorType.decimal(2), CENTS));
    calls.add(filtered(call("sum", EXACT, NUMERIC)));
    calls.add(call("sum", FLOATING, DOUBLE));
    calls.add(call("sum", VectorType.of(TypeKind.REAL), REAL));
    calls.add(call("sum", VectorType.of(TypeKind.INTERVAL), INTERVAL));
    calls.add(call("avg", EXACT, WHOLE));
    calls.add(call("avg", EXACT, CENTS));
    calls.add(call("avg", EXACT, NUMERIC));
    calls.add(call("avg", FLOATING, DOUBLE));
    calls.add(call("avg", FLOATING, REAL));
    calls.add(call("avg", VectorType.of(TypeKind.INTERVAL), INTERVAL));
    for (int column : List.of(WHOLE, TEXT, BIG, DOUBLE, CENTS, NUMERIC, INTERVAL, REAL)) {
      calls.add(call("min", TYPES.get(column), column));
      calls.add(filtered(call("max", TYPES.get(column), column)));
    }
    calls.add(call("bool_and", TYPES.get(FLAG), FLAG));
    calls.add(call("bool_or", TYPES.get(FLAG), FLAG));
    calls.add(call("bit_and", TYPES.get(WHOLE), WHOLE));
    calls.add(call("bit_or", TYPES.get(BIG), BIG));
    calls.add(call("bit_xor", TYPES.get(BIG), BIG));
    calls.add(call("stddev_samp", EXACT, WHOLE));
    calls.add(call("var_pop", FLOATING, DOUBLE));
    calls.add(call("corr", FLOATING, DOUBLE, WHOLE));
    calls.add(call("array_agg", array, WHOLE));
    calls.add(filtered(call("string_agg", text, TEXT, TEXT)));
    calls.add(call("percentile_cont", FLOATING, SHARE, WHOLE));
    calls.add(call("percentile_disc desc", TYPES.get(WHOLE), SHARE, WHOLE));
    calls.add(filtered(call("percentile_cont desc", FLOATING, SHARE, DOUBLE)));
    calls.add(call("percentile_disc", TYPES.get(TEXT), SHARE, TEXT));
    calls.add(call("mode", TYPES.get(TEXT), TEXT));
    calls.add(filtered(call("mode desc", TYPES.get(NUMERIC), NUMERIC)));
    calls.add(call(AggregateRegistry.FIRST_ROW, TYPES.get(TEXT), TEXT));
    calls.add(call(AggregateRegistry.ROW_COUNT, BIGINT, TEXT));
    calls.add(call(AggregateRegistry.DISTINCT_ROWS, BIGINT, WHOLE, TEXT));
    for (int column : List.of(WHOLE, TEXT, DOUBLE, CENTS, NUMERIC, INTERVAL)) {
      calls.add(distinct(call("count", BIGINT, column)));
    }
    calls.add(filtered(distinct(call("sum", VectorType.decimal(2), CENTS))));
    calls.add(distinct(call("max", TYPES.get(BIG), BIG)));
    SortKey byNumeric = new SortKey(NUMERIC, true, false);
    SortKey byText = new SortKey(TEXT, false, true);
    calls.add(ordered(call("array_agg", array, WHOLE), byNumeric, byText));
    calls.add(filtered(ordered(call("string_agg", text, TEXT, TEXT), byNumeric)));
    calls.add(ordered(distinct(call("array_agg", array, WHOLE)), new SortKey(WHOLE, true, true)));
    return calls;
  }

  static List<PlanColumn> columns(List<VectorType> types) {
    return types.stream().map(type -> new PlanColumn("c", type)).toList();
  }

  static List<VectorType> outputTypes(List<Integer> keys, List<AggregateCall> calls) {
    List<VectorType> types = new ArrayList<>();
    keys.forEach(key -> types.add(TYPES.get(key)));
    calls.forEach(call -> types.add(call.result()));
    return types;
  }

  static AggregatePlan.HashAggregate plan(
      List<Integer> keys, List<List<Integer>> sets, List<AggregateCall> calls) {
    return new AggregatePlan.HashAggregate(
        new ScanPlan.Values(List.of(), columns(TYPES), PlanEstimate.UNKNOWN),
        keys,
        sets,
        calls,
        columns(outputTypes(keys, calls)),
        PlanEstimate.UNKNOWN);
  }

  private static void check(
      TestRows rows,
      List<Integer> keys,
      List<List<Integer>> sets,
      List<AggregateCall> calls,
      long workBytes) {
    List<String> expected = TestRows.sorted(new AggregateReference(rows).groups(keys, sets, calls));
    for (int batchRows : List.of(1, 7, VectorBatch.ROWS)) {
      try (TestQuery query = new TestQuery(workBytes);
          Operator operator =
              new HashAggregateOperator(
                  query.context(),
                  rows.source(query.context(), batchRows),
                  plan(keys, sets, calls))) {
        assertThat(TestRows.sorted(TestRows.drain(operator, outputTypes(keys, calls))))
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldAggregateByAllKindsOfKeys() {
    Random random = new Random(1);
    for (int round = 0; round < 6; round++) {
      TestRows rows = rows(round * 40, 1 + round, random);
      for (List<Integer> keys :
          List.of(
              List.<Integer>of(),
              List.of(WHOLE),
              List.of(TEXT),
              List.of(DOUBLE),
              List.of(NUMERIC),
              List.of(INTERVAL, FLAG),
              List.of(BIG, CENTS))) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
          all.add(i);
        }
        check(rows, keys, List.of(all), calls(), TestQuery.AMPLE_BYTES);
      }
    }
  }

  @Test
  void shouldAggregateAtEveryMemoryLimit() {
    TestRows rows = rows(400, 30, new Random(2));
    for (long workBytes : List.of(0L, 2_000L, 20_000L, 60_000L, 400_000L)) {
      check(rows, List.of(WHOLE, TEXT), List.of(List.of(0, 1)), calls(), workBytes);
      check(rows, List.of(WHOLE), List.of(List.of(0)), calls(), workBytes);
      check(rows, List.of(), List.of(List.of()), calls(), workBytes);
    }
  }

  @Test
  void shouldAggregateGroupingSets() {
    List<AggregateCall> calls = new ArrayList<>(calls());
    calls.add(call("grouping", BIGINT, WHOLE, TEXT, FLAG));
    calls.add(call("grouping", VectorType.of(TypeKind.INTEGER), TEXT));
    calls.removeLast();
    List<List<Integer>> sets =
        List.of(List.of(0, 1, 2), List.of(0), List.of(1, 2), List.of(), List.of(2));
    for (int count : List.of(0, 1, 100)) {
      TestRows rows = rows(count, 4, new Random(count));
      check(rows, List.of(WHOLE, TEXT, FLAG), sets, calls, TestQuery.AMPLE_BYTES);
      check(rows, List.of(WHOLE, TEXT, FLAG), sets, calls, 10_000);
    }
  }

  @Test
  void shouldReturnOneRowForNoRowsWithoutKeysOnly() {
    TestRows none = new TestRows(TYPES, List.of());
    check(none, List.of(), List.of(List.of()), calls(), 0);
    check(none, List.of(WHOLE), List.of(List.of(0)), calls(), 0);
  }

  @Test
  void shouldReportSecondRowOfSingleValue() {
    AggregateCall single = call("single_value", TYPES.get(TEXT), TEXT);
    TestRows rows = rows(2, 3, new Random(3));
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator operator =
            new HashAggregateOperator(
                query.context(),
                rows.source(query.context(), 10),
                plan(List.of(), List.of(List.of()), List.of(single)))) {
      assertThatThrownBy(operator::next)
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CARDINALITY_VIOLATION));
    }
  }

  @Test
  void shouldReportSumOutOfRange() {
    TestRows rows =
        new TestRows(
            TYPES,
            List.of(
                TestRows.row(1, null, Long.MAX_VALUE, null, null, null, null, null, null, 0.0),
                TestRows.row(1, null, 1L, null, null, null, null, null, null, 0.0)));
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        Operator operator =
            new HashAggregateOperator(
                query.context(),
                rows.source(query.context(), 10),
                plan(List.of(), List.of(List.of()), List.of(call("sum", BIGINT, BIG))))) {
      assertThatThrownBy(operator::next)
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
    }
  }

  @Test
  void shouldStopWhenCanceledAtAnyBatch() {
    TestRows rows = rows(60, 20, new Random(4));
    for (int batch = 0; batch < 12; batch++) {
      for (long workBytes : List.of(0L, TestQuery.AMPLE_BYTES)) {
        try (TestQuery query = new TestQuery(workBytes)) {
          TestRows.Source source = rows.source(query.context(), 5);
          source.cancelAt(batch, query);
          try (Operator operator =
              new HashAggregateOperator(
                  query.context(), source, plan(List.of(WHOLE), List.of(List.of(0)), calls()))) {
            assertThatThrownBy(operator::next)
                .isInstanceOfSatisfying(
                    ColonnadeException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
          }
          assertThat(source.isClosed()).isTrue();
        }
      }
    }
  }

  @Test
  void shouldCloseWhenHalfRead() {
    TestRows rows = rows(9_000, 6_000, new Random(5));
    for (long workBytes : List.of(0L, 30_000L, TestQuery.AMPLE_BYTES)) {
      try (TestQuery query = new TestQuery(workBytes)) {
        Operator operator =
            new HashAggregateOperator(
                query.context(),
                rows.source(query.context(), 500),
                plan(List.of(WHOLE), List.of(List.of(0)), calls()));
        assertThat(operator.next()).isNotNull();
        operator.close();
        assertThat(query.memoryBytes()).isZero();
      }
    }
  }

  @Test
  void shouldSpillDistinctValuesOfOneGroup() {
    List<List<@Nullable Object>> many = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      many.add(TestRows.row(i * 7 % 20_000));
    }
    List<VectorType> types = List.of(VectorType.of(TypeKind.INTEGER));
    AggregatePlan.HashAggregate plan =
        new AggregatePlan.HashAggregate(
            new ScanPlan.Values(List.of(), columns(types), PlanEstimate.UNKNOWN),
            List.of(),
            List.of(List.of()),
            List.of(distinct(call("count", BIGINT, 0)), distinct(call("sum", BIGINT, 0))),
            columns(List.of(BIGINT, BIGINT)),
            PlanEstimate.UNKNOWN);
    try (TestQuery query = new TestQuery(200_000);
        Operator operator =
            new HashAggregateOperator(
                query.context(), new TestRows(types, many).source(query.context(), 1000), plan)) {
      assertThat(TestRows.drain(operator, List.of(BIGINT, BIGINT)))
          .containsExactly(TestRows.row(20_000L, 20_000L * 19_999 / 2));
    }
  }
}
