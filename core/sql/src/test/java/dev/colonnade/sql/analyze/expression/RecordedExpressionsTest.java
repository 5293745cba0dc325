package dev.colonnade.sql.analyze.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.LiteralParameters;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.RowEvaluator;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.ObjectNameService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.TypeKind;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Expressions of {@code expressions.txt} have the values or errors that PostgreSQL 15 recorded. */
class RecordedExpressionsTest {
  private static final Registry REGISTRY = Registry.ofSystem();

  private static final Map<Object, String> SETTINGS =
      Map.of("DateStyle", "ISO, MDY", "IntervalStyle", "postgres");

  /** Expressions that differ, with the reason. */
  private static final String DIFFERENCES = "expressions-different.txt";

  @Test
  void shouldEqualRecordedAnswers() throws IOException {
    List<String> known = lines(DIFFERENCES).stream().map(line -> line.split("\t", -1)[0]).toList();
    List<String> failures = new ArrayList<>();
    for (String line : lines("expressions.txt")) {
      String[] fields = line.split("\t", -1);
      String expected = line.substring(fields[0].length() + 1);
      String actual = answer(fields[0]);
      if (actual.equals(expected) == known.contains(fields[0])) {
        failures.add(fields[0] + "\n    expected " + expected + "\n    actual   " + actual);
      }
    }
    assertThat(String.join("\n", failures)).isEmpty();
  }

  private static List<String> lines(String name) throws IOException {
    try (InputStream in = RecordedExpressionsTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }

  private static String answer(String text) {
    try {
      return value(text);
    } catch (ColonnadeException e) {
      return String.join(
          "\t",
          "!",
          e.sqlState(),
          Integer.toString(e.fields().position()),
          escaped(e.getMessage()),
          escaped(e.fields().detail()),
          escaped(e.fields().hint()));
    } catch (RuntimeException e) {
      return e.toString() + " at " + e.getStackTrace()[0] + " " + e.getStackTrace()[1];
    }
  }

  private static String escaped(@org.jspecify.annotations.Nullable String text) {
    return text == null ? "" : text.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static String value(String text) {
    Expression node = SqlParser.parseExpression(text);
    ExpressionAnalyzer analyzer = new ExpressionAnalyzer(context());
    TypedExpression value = analyzer.decided(analyzer.analyze(node));
    List<ColonnadeException> errors = analyzer.constantErrors();
    if (!errors.isEmpty()) {
      throw errors.getFirst();
    }
    dev.colonnade.sql.expression.Expression output =
        analyzer.nodes().conversions().texts().output(value);
    Object result = new RowEvaluator(List.of(output), List.of()).value(new Object[0], evaluation());
    String shown = result == null ? "\\N" : escaped(result.toString());
    boolean isPadded =
        result != null && value.type().type().name().equals("bpchar") && value.type().hasModifier();
    return "=\t"
        + value.type().type()
        + "\t"
        + (isPadded ? Texts.padded(shown, TypeModifiers.length(value.type().modifier())) : shown);
  }

  static ExpressionContext context() {
    NameScope names = NameScope.ofTable(SampleTable.create());
    StatementAnalysis statement =
        new StatementAnalysis(
            REGISTRY.with(new CatalogTypes(names)),
            names,
            new ParameterTypes(List.of(), LiteralParameters.NONE));
    return new ExpressionContext(
        statement,
        new NoColumns(),
        query -> {
          throw new IllegalStateException("no subqueries in these tests: " + query);
        },
        null,
        ClauseKind.SELECT);
  }

  /** Scope without columns. */
  private static final class NoColumns implements NameResolver {
    @Override
    public TypedExpression resolve(Reference.Column column) {
      throw Positions.error(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" does not exist".formatted(column.names().getLast()),
          column.position());
    }

    @Override
    public List<NamedColumn> star(Reference.Star star) {
      return List.of();
    }
  }

  private static Evaluation evaluation() {
    FunctionContext context =
        (FunctionContext)
            Proxy.newProxyInstance(
                FunctionContext.class.getClassLoader(),
                new Class<?>[] {FunctionContext.class},
                (_, method, arguments) ->
                    switch (method.getName()) {
                      case "timeZone" -> ZoneOffset.UTC;
                      case "setting" -> SETTINGS.getOrDefault(arguments[0], "");
                      default -> method.getReturnType() == long.class ? (Object) 0L : "";
                    });
    StatementServices services =
        name ->
            name.equals(FunctionContext.class.getName())
                ? context
                : name.equals(ObjectNameService.class.getName()) ? new SystemNames() : null;
    return new Evaluation(
        _ -> null, services, Cancellation.withoutDeadline(), SubqueryExecutor.NONE);
  }

  /** Names of built-in objects. */
  private static final class SystemNames implements ObjectNameService {
    @Override
    public long oidOf(TypeKind kind, String name) {
      if (name.equals("pg_class")) {
        return 1259;
      }
      throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such object: " + name);
    }

    @Override
    public String textOf(TypeKind kind, long oid) {
      Type type = REGISTRY.types().find(oid);
      return type == null ? Long.toString(oid) : type.sqlName();
    }
  }
}
