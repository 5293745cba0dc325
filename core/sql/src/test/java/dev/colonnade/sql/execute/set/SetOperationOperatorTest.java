package dev.colonnade.sql.execute.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SetOperationOperatorTest {
  private static final List<VectorType> TYPES =
      List.of(VectorType.of(TypeKind.INTEGER), VectorType.of(TypeKind.TEXT));

  private static SetPlan.SetOperation shape(SetPlan.Kind kind, boolean all) {
    List<PlanColumn> columns = TYPES.stream().map(type -> new PlanColumn("c", type)).toList();
    List<PhysicalPlan> none = List.of();
    return new SetPlan.SetOperation(kind, all, none, columns, PlanEstimate.UNKNOWN);
  }

  @Test
  void shouldAgreeWithReference() {
    Random random = new Random(1);
    for (int run = 0; run < 60; run++) {
      List<TestRows> inputs = new ArrayList<>();
      int distinct = 1 + random.nextInt(12);
      int inputCount = 2 + random.nextInt(3);
      for (int i = 0; i < inputCount; i++) {
        inputs.add(rows(random, random.nextInt(4) == 0 ? 0 : random.nextInt(80), distinct));
      }
      int rowsMax = 1 + random.nextInt(60);
      check(SetPlan.Kind.UNION, false, inputs, rowsMax);
      check(SetPlan.Kind.UNION, false, List.of(inputs.getFirst(), inputs.getFirst()), rowsMax);
      for (boolean all : new boolean[] {true, false}) {
        check(SetPlan.Kind.INTERSECT, all, inputs, rowsMax);
        check(SetPlan.Kind.EXCEPT, all, inputs, rowsMax);
      }
    }
  }

  private static TestRows rows(Random random, int count, int distinct) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Integer number = random.nextInt(distinct);
      rows.add(
          TestRows.row(
              random.nextInt(5) == 0 ? null : number,
              random.nextInt(4) == 0 ? null : "t" + number));
    }
    return new TestRows(TYPES, rows);
  }

  private static void check(SetPlan.Kind kind, boolean all, List<TestRows> inputs, int rowsMax) {
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0, 1800, 2600}) {
      check(kind, all, inputs, rowsMax, workBytes);
    }
  }

  private static void check(
      SetPlan.Kind kind, boolean all, List<TestRows> inputs, int rowsMax, long workBytes) {
    List<List<@Nullable Object>> expected = inputs.getFirst().rows();
    for (TestRows input : inputs.subList(1, inputs.size())) {
      expected = reference(kind, all, expected, input.rows());
    }
    try (TestQuery query = new TestQuery(workBytes);
        Operator operator = operator(query, shape(kind, all), inputs, rowsMax)) {
      assertThat(TestRows.sorted(TestRows.drain(operator, TYPES)))
          .as("%s all=%s inputs=%s workBytes=%d", kind, all, inputs, workBytes)
          .isEqualTo(TestRows.sorted(expected));
    }
  }

  private static Operator operator(
      TestQuery query, SetPlan.SetOperation shape, List<TestRows> inputs, int rowsMax) {
    List<Operator> sources = new ArrayList<>();
    for (TestRows input : inputs) {
      sources.add(input.source(query.context(), rowsMax));
    }
    return new SetOperationOperator(query.context(), shape, sources);
  }

  private static List<List<@Nullable Object>> reference(
      SetPlan.Kind kind,
      boolean all,
      List<List<@Nullable Object>> left,
      List<List<@Nullable Object>> right) {
    List<List<@Nullable Object>> result = new ArrayList<>();
    switch (kind) {
      case UNION -> {
        result.addAll(left);
        result.addAll(right);
      }
      case INTERSECT -> {
        List<List<@Nullable Object>> rest = new ArrayList<>(right);
        for (List<@Nullable Object> row : left) {
          if (all ? rest.remove(row) : rest.contains(row)) {
            result.add(row);
          }
        }
      }
      case EXCEPT -> {
        List<List<@Nullable Object>> rest = new ArrayList<>(right);
        for (List<@Nullable Object> row : left) {
          if (all ? !rest.remove(row) : !rest.contains(row)) {
            result.add(row);
          }
        }
      }
    }
    return all ? result : List.copyOf(new LinkedHashSet<>(result));
  }

  @Test
  void shouldPartitionManyRows() {
    Random random = new Random(2);
    List<TestRows> inputs =
        List.of(rows(random, 9000, 5000), rows(random, 9000, 5000), rows(random, 100, 5000));
    for (SetPlan.Kind kind : SetPlan.Kind.values()) {
      for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0, 100_000}) {
        List<String> expected = null;
        try (TestQuery ample = new TestQuery(TestQuery.AMPLE_BYTES);
            Operator operator = operator(ample, shape(kind, false), inputs, 5000)) {
          expected = TestRows.sorted(TestRows.drain(operator, TYPES));
        }
        try (TestQuery query = new TestQuery(workBytes);
            Operator operator = operator(query, shape(kind, false), inputs, 5000)) {
          assertThat(TestRows.sorted(TestRows.drain(operator, TYPES))).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void shouldCancelAndCloseAnywhere() {
    Random random = new Random(3);
    List<TestRows> inputs = List.of(rows(random, 200, 60), rows(random, 200, 60));
    for (int batches = 0; batches < 10; batches++) {
      try (TestQuery query = new TestQuery(0);
          Operator operator = operator(query, shape(SetPlan.Kind.UNION, false), inputs, 5)) {
        for (int i = 0; i < batches; i++) {
          assertThat(operator.next()).isNotNull();
        }
        query.cancellation().cancel();
        assertThatThrownBy(operator::next).isInstanceOf(ColonnadeException.class);
      }
    }
    for (int batch = 0; batch < 20; batch++) {
      try (TestQuery query = new TestQuery(0)) {
        TestRows.Source second = inputs.get(1).source(query.context(), 5);
        second.cancelAt(batch, query);
        try (Operator operator =
            new SetOperationOperator(
                query.context(),
                shape(SetPlan.Kind.EXCEPT, true),
                List.of(inputs.get(0).source(query.context(), 5), second))) {
          assertThatThrownBy(() -> TestRows.drain(operator, TYPES))
              .isInstanceOf(ColonnadeException.class);
        }
      }
    }
  }
}
