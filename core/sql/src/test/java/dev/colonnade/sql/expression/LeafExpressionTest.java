package dev.colonnade.sql.expression;

import static dev.colonnade.sql.expression.KernelFixture.evaluation;
import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.LongDivision;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeafExpressionTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);

  @Test
  void shouldRepeatConstants() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER).row(1).row(2).row(3);
    Evaluation evaluation = evaluation(SubqueryExecutor.NONE, "p", null);
    rows.assertValues(literal(TypeKind.TEXT, "c"), row -> "c", evaluation);
    rows.assertValues(literal(TypeKind.NUMERIC, null), row -> null, evaluation);
    rows.assertValues(new Parameter(VectorType.of(TypeKind.TEXT), 0), row -> "p", evaluation);
    rows.assertValues(new Parameter(VectorType.of(TypeKind.TEXT), 1), row -> null, evaluation);
  }

  @Test
  void shouldEvaluateExecutionConstantsOnlyWhenARowNeedsThem() {
    Expression failing =
        new LongDivision(
            INTEGER,
            ArithmeticOperator.DIVIDE,
            literal(TypeKind.INTEGER, 1),
            literal(TypeKind.INTEGER, 0));
    ExecutionConstant constant = new ExecutionConstant(failing);
    assertThat(KernelFixture.values(constant, new VectorBatch(0), evaluation())).isEmpty();
    assertThatThrownBy(() -> constant.evaluate(new VectorBatch(1), evaluation()))
        .isInstanceOf(ColonnadeException.class);
  }

  @Test
  void shouldReadOuterRows() {
    Evaluation evaluation = evaluation();
    VectorBatch outer = KernelFixture.of(TypeKind.INTEGER).row(4).row(5).batch();
    evaluation.setOuter(3, outer, 1);
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER).row(1).row(2);
    rows.assertValues(new OuterReference(INTEGER, 3, 0, "o.a"), row -> 5, evaluation);
  }

  @Test
  void shouldRecordReadsOfEnclosingRowsOnly() {
    Evaluation evaluation = evaluation();
    VectorBatch outer = KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER).row(4, 5).batch();
    evaluation.setOuter(1, outer, 0);
    OuterReads reads = evaluation.recordReads();
    evaluation.setOuter(2, outer, 0);
    OuterReads inner = evaluation.recordReads();
    new OuterReference(INTEGER, 2, 0, "i.a").evaluate(new VectorBatch(1), evaluation);
    new OuterReference(INTEGER, 1, 1, "o.b").evaluate(new VectorBatch(1), evaluation);
    evaluation.endRecording(inner);
    evaluation.endRecording(reads);
    assertThat(inner.values(evaluation)).containsExactly(4, 5);
    assertThat(reads.values(evaluation)).containsExactly(5);
  }

  @Test
  void shouldWriteConstantsAsPostgres() {
    assertThat(LiteralText.of(TypeKind.INTEGER, 5)).isEqualTo("5");
    assertThat(LiteralText.of(TypeKind.INTEGER, -5)).isEqualTo("'-5'::integer");
    assertThat(LiteralText.of(TypeKind.BIGINT, 5L)).isEqualTo("'5'::bigint");
    assertThat(LiteralText.of(TypeKind.NUMERIC, new BigDecimal("1.50"))).isEqualTo("1.50");
    assertThat(LiteralText.of(TypeKind.BOOLEAN, true)).isEqualTo("true");
    assertThat(LiteralText.of(TypeKind.TEXT, "it's")).isEqualTo("'it''s'::text");
    assertThat(LiteralText.of(TypeKind.TEXT, null)).isEqualTo("NULL::text");
    assertThat(LiteralText.of(TypeKind.UNKNOWN, null)).isEqualTo("NULL");
    assertThat(LiteralText.of(TypeKind.DATE, 0)).isEqualTo("'1970-01-01'::date");
    assertThat(LiteralText.of(TypeKind.TIMESTAMP, 1_000_000L))
        .isEqualTo("'1970-01-01 00:00:01'::timestamp without time zone");
    assertThat(LiteralText.of(TypeKind.INTERVAL, new Interval(1, 2, 0)))
        .isEqualTo("'1 mon 2 days'::interval");
    assertThat(LiteralText.of(TypeKind.ARRAY, Arrays.asList(1, null)))
        .isEqualTo("'{1,NULL}'::integer[]");
    assertThat(LiteralText.of(TypeKind.ARRAY, List.of("a b"))).isEqualTo("'{\"a b\"}'::text[]");
  }
}
