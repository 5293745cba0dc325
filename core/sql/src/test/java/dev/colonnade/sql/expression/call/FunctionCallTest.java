package dev.colonnade.sql.expression.call;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.SequenceService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.library.ArrayFunctions;
import dev.colonnade.sql.function.library.text.TextFunctions;
import dev.colonnade.sql.function.operator.SequenceFunctions;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway")
class FunctionCallTest {
  private static final VectorType TEXT = VectorType.of(TypeKind.TEXT);

  private static FunctionCall call(
      TypeKind kind, ScalarFunction function, Expression... arguments) {
    return new FunctionCall(VectorType.of(kind), function, List.of(arguments));
  }

  private static ScalarFunction calledOnNull(Class<?> owner, String name) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(name)) {
        return ScalarFunction.of(name, method, false, false);
      }
    }
    throw new IllegalArgumentException(name);
  }

  @Test
  void shouldSkipRowsWithNullsIfTheFunctionIsStrict() {
    KernelFixture rows = KernelFixture.of(TypeKind.TEXT).row("aB").row(new Object[] {null}).row("");
    Expression upper =
        call(TypeKind.TEXT, ScalarFunction.of(TextFunctions.class, "upper"), rows.column(0));
    rows.assertValues(
        upper, row -> row[0] == null ? null : ((String) row[0]).toUpperCase(Locale.ROOT));
  }

  @Test
  void shouldPassNullsAndRemainingArguments() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER).row(1, 2).row(null, 3).row(4, null);
    Expression list =
        call(
            TypeKind.ARRAY,
            calledOnNull(ArrayFunctions.class, "listOf"),
            rows.column(0),
            rows.column(1));
    rows.assertValues(list, Arrays::asList);
  }

  private static final class Counter implements SequenceService {
    private long count;

    @Override
    public long idOf(String name) {
      return 1;
    }

    @Override
    public long idOfOid(long oid) {
      return oid;
    }

    @Override
    public long next(long id) {
      return id + count++;
    }

    @Override
    public List<ValueRun> allocate(long id, long values) {
      ValueRun run = new ValueRun(id + count, 1, values);
      count += values;
      return List.of(run);
    }

    @Override
    public long current(long id) {
      return count;
    }

    @Override
    public long last() {
      return count;
    }

    @Override
    public void set(long id, long value, boolean isCalled) {
      count = value;
    }
  }

  @Test
  void shouldCallVolatileFunctionsForEveryRowWithTheirService() {
    Counter counter = new Counter();
    StatementServices services =
        name -> name.equals(SequenceService.class.getName()) ? counter : null;
    Evaluation evaluation =
        new Evaluation(
            index -> null, services, Cancellation.withoutDeadline(), SubqueryExecutor.NONE);
    KernelFixture rows = KernelFixture.of(TypeKind.BIGINT).row(100L).row(100L).row(200L);
    Expression call =
        call(
            TypeKind.BIGINT,
            ScalarFunction.of(SequenceFunctions.class, "next").named("nextval"),
            rows.column(0),
            literal(TypeKind.INTEGER, 0));
    assertThat(call.isVolatile()).isTrue();
    assertThat(KernelFixture.values(call, rows.batch(), evaluation))
        .isEqualTo(List.of(100L, 101L, 202L));
  }

  @Test
  void shouldCheckForCancellation() {
    Cancellation cancellation = Cancellation.withoutDeadline();
    Evaluation evaluation =
        new Evaluation(index -> null, StatementServices.NONE, cancellation, SubqueryExecutor.NONE);
    KernelFixture rows = KernelFixture.of(TypeKind.TEXT).row("a");
    Expression upper =
        call(TypeKind.TEXT, ScalarFunction.of(TextFunctions.class, "upper"), rows.column(0));
    cancellation.cancel();
    assertThatThrownBy(() -> upper.evaluate(rows.batch(), evaluation))
        .isInstanceOf(ColonnadeException.class);
  }

  @Test
  void shouldWriteSqlAsPostgres() {
    KernelFixture rows = KernelFixture.of(TypeKind.TEXT, TypeKind.INTEGER);
    List<String> names = List.of("a", "b");
    Expression a = rows.column(0);
    Expression b = rows.column(1);
    assertThat(call(TypeKind.TEXT, ScalarFunction.of(TextFunctions.class, "upper"), a).sql(names))
        .isEqualTo("upper(a)");
    assertThat(call(TypeKind.TEXT, ScalarFunction.of(Casts.class, "longToText"), b).sql(names))
        .isEqualTo("(b)::text");
    assertThat(call(TypeKind.BOOLEAN, ScalarFunction.of(Texts.class, "like"), a, a).sql(names))
        .isEqualTo("(a ~~ a)");
    assertThat(
            call(
                    TypeKind.NUMERIC,
                    ScalarFunction.of(CheckedArithmetic.class, "divideDecimal"),
                    b,
                    b)
                .sql(names))
        .isEqualTo("(b / b)");
    assertThat(
            call(
                    TypeKind.TEXT,
                    ScalarFunction.of(Texts.class, "fitText"),
                    a,
                    literal(TypeKind.INTEGER, 3))
                .sql(names))
        .isEqualTo("(a)::character varying(3)");
    assertThat(
            new FunctionCall(
                    TEXT, ScalarFunction.of(Casts.class, "longToText").named("||"), List.of(a, a))
                .sql(names))
        .isEqualTo("(a || a)");
    assertThat(
            new FunctionCall(
                    VectorType.of(TypeKind.BOOLEAN),
                    ScalarFunction.of(Casts.class, "longToText").named("any <"),
                    List.of(b, b))
                .sql(names))
        .isEqualTo("(b < ANY (b))");
  }
}
