package dev.colonnade.sql.execute.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProjectOperatorTest {
  private static final List<VectorType> TYPES = List.of(RowPlans.BIGINT, RowPlans.TEXT);

  /** Volatile expression: the next number of a counter, for each row. */
  private record Next(AtomicLong counter) implements Expression {
    @Override
    public VectorType type() {
      return RowPlans.BIGINT;
    }

    @Override
    public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
      VectorBuilder builder = new VectorBuilder(type());
      for (int row = 0; row < batch.rowCount(); row++) {
        builder.appendHeld(counter.incrementAndGet());
      }
      return builder.build();
    }

    @Override
    public boolean isVolatile() {
      return true;
    }

    @Override
    public List<Expression> operands() {
      return List.of();
    }

    @Override
    public Expression withOperands(List<Expression> others) {
      return this;
    }

    @Override
    public String sql(List<String> columns) {
      return "next";
    }
  }

  private static TestRows rows(Random random, int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(TestRows.row(RowPlans.number(random, 10), random.nextBoolean() ? null : "t" + i));
    }
    return RowPlans.rows(TYPES, rows);
  }

  @Test
  void shouldReturnTheValuesOfTheExpressions() {
    List<VectorType> types = List.of(RowPlans.TEXT, RowPlans.BIGINT, RowPlans.BIGINT);
    List<Expression> expressions =
        List.of(
            new ColumnReference(RowPlans.TEXT, 1),
            new Literal(RowPlans.BIGINT, 7L),
            new ColumnReference(RowPlans.BIGINT, 0));
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      TestRows rows = rows(random, random.nextInt(3) * random.nextInt(2000));
      List<List<@Nullable Object>> expected =
          rows.rows().stream().map(row -> TestRows.row(row.get(1), 7L, row.getFirst())).toList();
      try (TestQuery query = new TestQuery(0);
          Operator project =
              new ProjectOperator(
                  query.context(),
                  rows.source(query.context(), 1 + random.nextInt(500), random),
                  expressions)) {
        assertThat(TestRows.drain(project, types)).as("seed=%d", seed).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldReturnRowsWithoutColumns() {
    try (TestQuery query = new TestQuery(0);
        Operator project =
            new ProjectOperator(
                query.context(), rows(new Random(1), 40).source(query.context(), 7), List.of())) {
      assertThat(TestRows.drain(project, List.of())).hasSize(40);
    }
  }

  @Test
  void shouldEvaluateSeveralVolatileExpressionsRowByRow() {
    AtomicLong counter = new AtomicLong();
    List<Expression> expressions = List.of(new Next(counter), new Next(counter));
    List<VectorType> types = List.of(RowPlans.BIGINT, RowPlans.BIGINT);
    try (TestQuery query = new TestQuery(0);
        Operator project =
            new ProjectOperator(
                query.context(), rows(new Random(1), 50).source(query.context(), 9), expressions)) {
      List<List<@Nullable Object>> read = TestRows.drain(project, types);
      for (int row = 0; row < 50; row++) {
        assertThat(read.get(row)).isEqualTo(TestRows.row(2L * row + 1, 2L * row + 2));
      }
    }
  }

  @Test
  void shouldEvaluateVolatileExpressionsOfTwoProjectionsRowByRow() {
    AtomicLong counter = new AtomicLong();
    List<VectorType> types = List.of(RowPlans.BIGINT, RowPlans.BIGINT);
    try (TestQuery query = new TestQuery(0)) {
      Operator lower =
          new ProjectOperator(
              query.context(),
              rows(new Random(1), 50).source(query.context(), 9),
              List.of(new Next(counter)));
      try (Operator upper =
          new ProjectOperator(
              query.context(),
              lower,
              List.of(new ColumnReference(RowPlans.BIGINT, 0), new Next(counter)))) {
        List<List<@Nullable Object>> read = TestRows.drain(upper, types);
        for (int row = 0; row < 50; row++) {
          assertThat(read.get(row)).isEqualTo(TestRows.row(2L * row + 1, 2L * row + 2));
        }
      }
    }
  }

  @Test
  void shouldStopAtEveryBatch() {
    for (int batch = 0; batch < 20; batch++) {
      try (TestQuery query = new TestQuery(0)) {
        TestRows.Source source = rows(new Random(1), 20).source(query.context(), 1);
        source.cancelAt(batch, query);
        try (Operator project =
            new ProjectOperator(
                query.context(), source, List.of(new ColumnReference(RowPlans.TEXT, 1)))) {
          assertThatThrownBy(() -> TestRows.drain(project, List.of(RowPlans.TEXT)))
              .isInstanceOfSatisfying(
                  ColonnadeException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
        }
        assertThat(source.isClosed()).isTrue();
      }
    }
  }
}
