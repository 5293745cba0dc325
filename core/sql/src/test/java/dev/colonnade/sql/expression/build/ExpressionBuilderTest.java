package dev.colonnade.sql.expression.build;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.library.numeric.MathFunctions;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

@SuppressWarnings("UnnecessaryLambda")
class ExpressionBuilderTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "d");

  private final ExpressionBuilder builder = new ExpressionBuilder();
  private final KernelFixture rows =
      KernelFixture.of(
          VectorType.of(TypeKind.INTEGER),
          VectorType.of(TypeKind.TEXT),
          VectorType.decimal(2),
          VectorType.of(TypeKind.BOOLEAN));
  private final Expression a = rows.column(0);
  private final Expression text = rows.column(1);
  private final Expression decimal = rows.column(2);
  private final Expression truth = rows.column(3);

  private static ScalarFunction divide() {
    return ScalarFunction.of(CheckedArithmetic.class, "divideInt");
  }

  private Expression quotient(Expression left, int right) {
    return builder.call(
        divide(), TypeKind.INTEGER, List.of(left, literal(TypeKind.INTEGER, right)));
  }

  private static List<Supplier<Expression>> suppliers(Expression... expressions) {
    List<Supplier<Expression>> suppliers = new ArrayList<>();
    for (Expression expression : expressions) {
      suppliers.add(() -> expression);
    }
    return suppliers;
  }

  private static Supplier<Expression> never() {
    return () -> {
      throw new AssertionError("operand is not needed");
    };
  }

  private static Expression bool(boolean value) {
    return literal(TypeKind.BOOLEAN, value);
  }

  @Test
  void shouldFoldImmutableCallsOfLiterals() {
    assertThat(quotient(literal(TypeKind.INTEGER, 7), 2)).isEqualTo(literal(TypeKind.INTEGER, 3));
    assertThat(
            builder.compare(
                ComparisonOperator.LESS,
                literal(TypeKind.INTEGER, 1),
                quotient(literal(TypeKind.INTEGER, 7), 2)))
        .isEqualTo(bool(true));
    assertThat(builder.constantErrors()).isEmpty();
  }

  @Test
  void shouldReportErrorsOfConstantsAndFailOnlyWhereTheyAreNeeded() {
    Expression failing = quotient(literal(TypeKind.INTEGER, 1), 0);
    assertThat(failing).isInstanceOf(ExecutionConstant.class);
    assertThat(builder.constantErrors())
        .extracting(ColonnadeException::code)
        .containsExactly(ErrorCode.DIVISION_BY_ZERO);
    assertThat(failing.sql(NAMES)).isEqualTo("(1 / 0)");
  }

  @Test
  void shouldNotAskForOperandsThatConstantsExclude() {
    assertThat(builder.logic(true, List.of(() -> bool(false), never()))).isEqualTo(bool(false));
    assertThat(builder.logic(false, List.of(() -> bool(true), never()))).isEqualTo(bool(true));
    assertThat(
            builder.caseOf(
                TypeKind.INTEGER,
                List.of(
                    () -> bool(false),
                    never(),
                    () -> bool(true),
                    () -> a,
                    never(),
                    never(),
                    never())))
        .isEqualTo(a);
    assertThat(
            builder.coalesce(
                TypeKind.INTEGER,
                List.of(
                    () -> literal(TypeKind.INTEGER, null),
                    () -> literal(TypeKind.INTEGER, 1),
                    never())))
        .isEqualTo(literal(TypeKind.INTEGER, 1));
  }

  @Test
  void shouldSimplifyLogic() {
    assertThat(builder.logic(true, suppliers(bool(true), truth))).isEqualTo(truth);
    assertThat(builder.logic(true, List.of())).isEqualTo(bool(true));
    assertThat(
            builder
                .logic(false, suppliers(literal(TypeKind.BOOLEAN, null), truth, bool(false)))
                .sql(NAMES))
        .isEqualTo("(d OR NULL::boolean)");
    assertThat(
            builder
                .test(
                    TruthTest.Test.NOT,
                    builder.logic(
                        true,
                        suppliers(
                            builder.compare(
                                ComparisonOperator.LESS, a, literal(TypeKind.INTEGER, 5)),
                            truth)))
                .sql(NAMES))
        .isEqualTo("((a >= 5) OR (NOT d))");
  }

  @Test
  void shouldMakeListsOfEqualities() {
    List<Supplier<Expression>> equalities = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      int item = i;
      equalities.add(
          () -> builder.compare(ComparisonOperator.EQUAL, a, literal(TypeKind.INTEGER, item)));
    }
    Expression list = builder.logic(false, equalities);
    assertThat(list).isInstanceOf(InList.class);
    assertThat(list.sql(NAMES)).isEqualTo("(a = ANY ('{1,2,3}'::integer[]))");
    assertThat(builder.test(TruthTest.Test.NOT, list).sql(NAMES))
        .isEqualTo("(a <> ALL ('{1,2,3}'::integer[]))");
  }

  @Test
  void shouldKeepNullOfStrictCallsAndComparisons() {
    Expression nothing = literal(TypeKind.INTEGER, null);
    assertThat(builder.compare(ComparisonOperator.EQUAL, a, nothing))
        .isEqualTo(literal(TypeKind.BOOLEAN, null));
    assertThat(builder.call(divide(), TypeKind.INTEGER, List.of(a, nothing))).isEqualTo(nothing);
  }

  @Test
  void shouldEvaluateStableCallsAndParametersInTheExecution() {
    Expression parameter = new Parameter(VectorType.of(TypeKind.INTEGER), 0);
    assertThat(quotient(parameter, 0)).isInstanceOf(ExecutionConstant.class);
    assertThat(builder.constantErrors()).isEmpty();
    ScalarFunction random = ScalarFunction.of(MathFunctions.class, "random");
    assertThat(
            builder
                .call(random.with(ScalarFunction.Volatility.STABLE), TypeKind.DOUBLE, List.of())
                .isConstant())
        .isTrue();
    assertThat(
            builder
                .call(random.with(ScalarFunction.Volatility.VOLATILE), TypeKind.DOUBLE, List.of())
                .isConstant())
        .isFalse();
  }

  @Test
  void shouldMakeNumbersComparable() {
    Expression half = new Literal(VectorType.decimal(3), new BigDecimal("0.125"));
    assertThat(builder.compare(ComparisonOperator.LESS, decimal, half).sql(NAMES))
        .isEqualTo("(c < 0.125)");
    assertThat(builder.compare(ComparisonOperator.LESS, decimal, a).sql(NAMES))
        .isEqualTo("(c < a)");
    assertThat(
            builder.compare(ComparisonOperator.LESS, a, literal(TypeKind.DOUBLE, 1.5)).sql(NAMES))
        .isEqualTo("((a)::double precision < '1.5'::double precision)");
    assertThatThrownBy(() -> builder.compare(ComparisonOperator.LESS, a, text))
        .isInstanceOf(ColonnadeException.class);
  }

  @Test
  void shouldCompareRowsByPairs() {
    List<Expression> left = List.of(a, text);
    List<Expression> right = List.of(literal(TypeKind.INTEGER, 1), literal(TypeKind.TEXT, "x"));
    assertThat(builder.compareRows(ComparisonOperator.EQUAL, left, right).sql(NAMES))
        .isEqualTo("((a = 1) AND (b = 'x'::text))");
    assertThat(builder.compareRows(ComparisonOperator.NOT_EQUAL, left, right).sql(NAMES))
        .isEqualTo("((a <> 1) OR (b <> 'x'::text))");
    assertThat(builder.compareRows(ComparisonOperator.LESS, left, right).sql(NAMES))
        .isEqualTo("(ROW(a, b) < ROW(1, 'x'::text))");
    assertThat(builder.isNull(false, left).sql(NAMES)).isEqualTo("((a IS NULL) AND (b IS NULL))");
    assertThat(builder.distinct(false, left, right).sql(NAMES))
        .isEqualTo("((a IS DISTINCT FROM 1) OR (b IS DISTINCT FROM 'x'::text))");
  }

  @Test
  void shouldCastBetweenTypes() {
    assertThat(builder.cast(a, TypeKind.BIGINT).type()).isEqualTo(VectorType.of(TypeKind.BIGINT));
    assertThat(builder.cast(a, TypeKind.NUMERIC).type()).isEqualTo(VectorType.decimal(0));
    assertThat(builder.cast(a, TypeKind.TEXT).sql(NAMES)).isEqualTo("(a)::text");
    assertThat(builder.cast(text, TypeKind.INTEGER).sql(NAMES)).isEqualTo("(b)::integer");
    assertThat(builder.cast(literal(TypeKind.TEXT, "12"), TypeKind.INTEGER))
        .isEqualTo(literal(TypeKind.INTEGER, 12));
    assertThatThrownBy(() -> builder.cast(truth, TypeKind.DATE))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANNOT_COERCE));
  }

  @Test
  void shouldChooseKernelsForFunctions() {
    Expression sum =
        builder.call(
            ScalarFunction.of(CheckedArithmetic.class, "addInt"),
            TypeKind.INTEGER,
            List.of(a, literal(TypeKind.INTEGER, 1)));
    assertThat(sum.sql(NAMES)).isEqualTo("(a + 1)");
    Expression like =
        builder.call(
            ScalarFunction.of(Texts.class, "like"),
            TypeKind.BOOLEAN,
            List.of(text, literal(TypeKind.TEXT, "x%")));
    assertThat(like.sql(NAMES)).isEqualTo("(b ~~ 'x%'::text)");
    Expression number =
        builder.call(ScalarFunction.of(Casts.class, "longToDecimal"), TypeKind.NUMERIC, List.of(a));
    assertThat(number.type()).isEqualTo(VectorType.decimal(0));
    Expression fitted =
        builder.call(
            ScalarFunction.of(CheckedArithmetic.class, "fitDecimal"),
            TypeKind.NUMERIC,
            List.of(decimal, literal(TypeKind.INTEGER, 10), literal(TypeKind.INTEGER, 1)));
    assertThat(fitted.type()).isEqualTo(VectorType.decimal(1));
    assertThat(fitted.sql(NAMES)).isEqualTo("(c)::numeric(10,1)");
  }

  @Test
  void shouldGiveBranchesOneType() {
    Expression cases =
        builder.caseOf(
            TypeKind.NUMERIC,
            suppliers(truth, decimal, new Literal(VectorType.decimal(1), new BigDecimal("0.5"))));
    assertThat(cases.type()).isEqualTo(VectorType.of(TypeKind.NUMERIC));
    Expression withNull =
        builder.caseOf(
            TypeKind.NUMERIC, suppliers(truth, decimal, literal(TypeKind.UNKNOWN, null)));
    assertThat(withNull.type()).isEqualTo(VectorType.decimal(2));
    assertThat(withNull.sql(NAMES)).isEqualTo("CASE WHEN d THEN c ELSE NULL::numeric END");
  }
}
