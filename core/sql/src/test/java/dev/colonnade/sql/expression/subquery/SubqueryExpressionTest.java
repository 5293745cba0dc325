package dev.colonnade.sql.expression.subquery;

import static dev.colonnade.sql.expression.KernelFixture.evaluation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.Subquery;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubqueryExpressionTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  private static final int ROW_ID = 7;

  private record Plan(List<VectorType> types, boolean isCorrelated) implements Subquery {
    @Override
    public String name() {
      return "SubPlan 1";
    }
  }

  /** Executor that returns rows in batches of two, and counts the runs. */
  private static final class Rows implements SubqueryExecutor {
    private final BiFunction<Subquery, Evaluation, List<@Nullable Object[]>> source;
    private int runCount;
    private int openCount;

    Rows(BiFunction<Subquery, Evaluation, List<@Nullable Object[]>> source) {
      this.source = source;
    }

    @Override
    public SubqueryRows open(Subquery subquery, Evaluation evaluation) {
      runCount++;
      openCount++;
      List<@Nullable Object[]> rows = source.apply(subquery, evaluation);
      return new SubqueryRows() {
        private int next;

        @Override
        public @Nullable VectorBatch next() {
          if (next >= rows.size()) {
            return null;
          }
          int end = Math.min(rows.size(), next + 2);
          VectorBatch batch = batch(rows.subList(next, end), subquery.types());
          next = end;
          return batch;
        }

        @Override
        public void close() {
          openCount--;
        }
      };
    }
  }

  private static VectorBatch batch(List<@Nullable Object[]> rows, List<VectorType> types) {
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      @Nullable Object[] held = new @Nullable Object[rows.size()];
      for (int row = 0; row < held.length; row++) {
        held[row] = rows.get(row)[i];
      }
      columns[i] = VectorBuilder.vectorOf(held, types.get(i));
    }
    return new VectorBatch(rows.size(), columns);
  }

  private static List<@Nullable Object[]> rows(@Nullable Object... values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(new @Nullable Object[] {value});
    }
    return rows;
  }

  private static SubqueryCall call(int width, boolean isCorrelated) {
    List<VectorType> types = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      types.add(INTEGER);
    }
    return new SubqueryCall(new Plan(types, isCorrelated), ROW_ID, false);
  }

  /** Returns the first column of the row of the expression. */
  private static @Nullable Object outer(Evaluation evaluation) {
    Expression reference = new OuterReference(INTEGER, ROW_ID, 0, "o.a");
    return KernelFixture.values(reference, new VectorBatch(1), evaluation).getFirst();
  }

  @Test
  void shouldReturnTheOnlyValueOrNull() {
    KernelFixture fixture = KernelFixture.of(TypeKind.INTEGER).row(1).row(2).row(3);
    Expression scalar = new ScalarSubquery(call(1, false));
    Rows one = new Rows((_, _) -> rows(5));
    fixture.assertValues(scalar, row -> 5, evaluation(one));
    assertThat(one.runCount).isEqualTo(1);
    assertThat(one.openCount).isZero();
    fixture.assertValues(scalar, row -> null, evaluation(new Rows((_, _) -> rows())));
    Rows many = new Rows((_, _) -> rows(5, 6));
    Rows evenMore = new Rows((_, _) -> rows(5, 6, 7));
    for (Rows failing : List.of(many, evenMore)) {
      Evaluation evaluation = evaluation(failing);
      assertThatThrownBy(() -> scalar.evaluate(fixture.batch(), evaluation))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CARDINALITY_VIOLATION));
      assertThat(failing.openCount).isZero();
    }
  }

  @Test
  void shouldNotRunForNoRow() {
    Rows source = new Rows((_, _) -> rows(5));
    VectorBatch empty = new VectorBatch(0);
    Evaluation evaluation = evaluation(source);
    assertThat(KernelFixture.values(new ScalarSubquery(call(1, false)), empty, evaluation))
        .isEmpty();
    assertThat(KernelFixture.values(new ExistsSubquery(call(1, false)), empty, evaluation))
        .isEmpty();
    assertThat(source.runCount).isZero();
  }

  @Test
  void shouldRunCorrelatedPlansOnceForEqualOuterValues() {
    KernelFixture fixture =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER)
            .row(1, 1)
            .row(2, 2)
            .row(1, 3)
            .row(null, 4)
            .row(2, 5);
    Rows source =
        new Rows(
            (_, evaluation) -> {
              Object value = outer(evaluation);
              return value == null ? rows() : rows((Integer) value * 10);
            });
    Evaluation evaluation = evaluation(source);
    Expression scalar = new ScalarSubquery(call(1, true));
    fixture.assertValues(
        scalar, row -> row[0] == null ? null : (Integer) ((Integer) row[0] * 10), evaluation);
    assertThat(source.runCount).isEqualTo(3);
    assertThat(scalar.isVolatile()).isTrue();
  }

  @Test
  void shouldRunVolatilePlansForEachRow() {
    KernelFixture fixture = KernelFixture.of(TypeKind.INTEGER).row(1).row(1);
    Rows source = new Rows((_, evaluation) -> rows(outer(evaluation)));
    SubqueryCall call = new SubqueryCall(new Plan(List.of(INTEGER), true), ROW_ID, true);
    KernelFixture.values(new ScalarSubquery(call), fixture.batch(), evaluation(source));
    assertThat(source.runCount).isEqualTo(2);
  }

  @Test
  void shouldRunAgainIfARunReadsMoreColumns() {
    KernelFixture fixture =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER)
            .row(1, 1)
            .row(2, 5)
            .row(2, 6)
            .row(1, 9);
    Rows source =
        new Rows(
            (_, evaluation) -> {
              Object first = outer(evaluation);
              if (first != null && first.equals(1)) {
                return rows(1);
              }
              Expression second = new OuterReference(INTEGER, ROW_ID, 1, "o.b");
              return rows(KernelFixture.values(second, new VectorBatch(1), evaluation).getFirst());
            });
    fixture.assertValues(
        new ScalarSubquery(call(1, true)),
        row -> row[0].equals(1) ? 1 : row[1],
        evaluation(source));
  }

  @Test
  void shouldTestExistence() {
    KernelFixture fixture = KernelFixture.of(TypeKind.INTEGER).row(1).row(2).row(1);
    Rows source =
        new Rows(
            (_, evaluation) -> {
              Object value = outer(evaluation);
              return value != null && value.equals(1) ? rows((Object) null) : rows();
            });
    fixture.assertValues(
        new ExistsSubquery(call(1, true)), row -> row[0].equals(1), evaluation(source));
    assertThat(source.openCount).isZero();
  }

  @Test
  void shouldCollectArrays() {
    KernelFixture fixture = KernelFixture.of(TypeKind.INTEGER).row(1);
    Expression array = new ArraySubquery(call(1, false));
    fixture.assertValues(
        array, row -> Arrays.asList(1, null, 3), evaluation(new Rows((_, _) -> rows(1, null, 3))));
    fixture.assertValues(array, row -> List.of(), evaluation(new Rows((_, _) -> rows())));
  }

  /** Reference: compares with every row. */
  private static @Nullable Boolean any(
      ComparisonOperator operator, @Nullable Object[] left, List<@Nullable Object[]> rows) {
    Boolean result = false;
    for (@Nullable Object[] right : rows) {
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
      ComparisonOperator operator, @Nullable Object[] left, @Nullable Object[] right) {
    boolean isEquality =
        operator == ComparisonOperator.EQUAL || operator == ComparisonOperator.NOT_EQUAL;
    boolean isUnknown = false;
    for (int i = 0; i < left.length; i++) {
      if (left[i] == null || right[i] == null) {
        if (!isEquality) {
          return null;
        }
        isUnknown = true;
        continue;
      }
      int order = Integer.compare((Integer) left[i], (Integer) right[i]);
      if (order != 0) {
        return operator.holds(order);
      }
    }
    return isUnknown ? null : (Boolean) operator.holds(0);
  }

  private static @Nullable Boolean not(@Nullable Boolean value) {
    return value == null ? null : (Boolean) !value;
  }

  private static @Nullable Object randomValue(Random random) {
    int value = random.nextInt(5);
    return value == 4 ? null : (Integer) value;
  }

  private static List<@Nullable Object[]> randomRows(Random random, int count, int width) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      @Nullable Object[] row = new @Nullable Object[width];
      for (int k = 0; k < width; k++) {
        row[k] = randomValue(random);
      }
      rows.add(row);
    }
    return rows;
  }

  private static QuantifiedSubquery quantified(
      ComparisonOperator operator, boolean isAll, KernelFixture fixture, SubqueryCall call) {
    List<Expression> left = new ArrayList<>();
    List<Expression> right = new ArrayList<>();
    for (int i = 0; i < call.plan().types().size(); i++) {
      left.add(fixture.column(i));
      right.add(new ColumnReference(INTEGER, i));
    }
    return new QuantifiedSubquery(operator, isAll, left, right, call);
  }

  @Test
  void shouldCompareWithAnyAndAllRows() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      int width = 1 + round % 3;
      TypeKind[] kinds = new TypeKind[width];
      Arrays.fill(kinds, TypeKind.INTEGER);
      KernelFixture fixture = KernelFixture.of(kinds);
      randomRows(random, 25, width).forEach(fixture::row);
      List<@Nullable Object[]> right = randomRows(random, random.nextInt(6), width);
      Rows source = new Rows((_, _) -> right);
      for (ComparisonOperator operator : ComparisonOperator.values()) {
        fixture.assertValues(
            quantified(operator, false, fixture, call(width, round % 2 == 0)),
            row -> any(operator, row, right),
            evaluation(source));
        fixture.assertValues(
            quantified(operator, true, fixture, call(width, round % 2 == 0)),
            row -> not(any(operator.negated(), row, right)),
            evaluation(source));
      }
    }
    assertThat(seed).isNotNull();
  }

  @Test
  void shouldWriteSql() {
    KernelFixture fixture = KernelFixture.of(TypeKind.INTEGER);
    List<String> names = List.of("a");
    assertThat(new ScalarSubquery(call(1, true)).sql(names)).isEqualTo("(SubPlan 1)");
    assertThat(quantified(ComparisonOperator.EQUAL, false, fixture, call(1, false)).sql(names))
        .isEqualTo("(hashed SubPlan 1)");
  }
}
