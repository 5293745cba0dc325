package dev.colonnade.sql.analyze.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.LiteralParameters;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExpressionAnalyzerTest {
  private final NameScope names = NameScope.ofTable(SampleTable.create());
  private final ParameterTypes parameters = new ParameterTypes(List.of(), LiteralParameters.NONE);
  private final StatementAnalysis statement =
      new StatementAnalysis(Registry.ofSystem().with(new CatalogTypes(names)), names, parameters);
  private final Level level = new Level();

  /** Columns of the table {@code t}. */
  private final class Columns implements NameResolver {
    final Map<String, TypedExpression> byName = new LinkedHashMap<>();

    Columns() {
      for (Column column : SampleTable.create().schema().columns()) {
        Variable variable = statement.variables().create(ColumnTypes.vector(column), column.name());
        level.columns.add(variable);
        byName.put(
            column.name(),
            TypedExpression.of(variable, ColumnTypes.of(column, statement.registry()), 0));
      }
    }

    @Override
    public TypedExpression resolve(Reference.Column column) {
      TypedExpression found = byName.get(column.names().getLast());
      if (found == null) {
        throw Positions.error(
            ErrorCode.UNKNOWN_COLUMN,
            "column \"%s\" does not exist".formatted(column.names().getLast()),
            column.position());
      }
      return found.at(column.position());
    }

    @Override
    public List<NamedColumn> star(Reference.Star star) {
      List<NamedColumn> all = new ArrayList<>();
      byName.forEach((name, value) -> all.add(new NamedColumn(name, value, Origin.NONE)));
      return all;
    }
  }

  /** Query level that records what it collects. */
  private final class Level implements QueryLevel {
    final List<Variable> columns = new ArrayList<>();
    final List<AggregateUse> uses = new ArrayList<>();
    final List<WindowUse> windows = new ArrayList<>();
    final List<Expression> sets = new ArrayList<>();
    final java.util.HashSet<Variable> aggregates = new java.util.HashSet<>();

    @Override
    public @Nullable QueryLevel outer() {
      return null;
    }

    @Override
    public boolean defines(Variable variable) {
      return columns.contains(variable);
    }

    @Override
    public Variable addAggregate(AggregateUse use, ClauseKind clause) {
      uses.add(use);
      Variable variable = statement.variables().create(use.type(), use.function());
      aggregates.add(variable);
      return variable;
    }

    @Override
    public Set<Variable> aggregates() {
      return aggregates;
    }

    @Override
    public Variable addGrouping(List<Expression> arguments, ClauseKind clause, int position) {
      throw new IllegalStateException("not a part of these tests");
    }

    @Override
    public Variable addWindow(WindowUse use, Call.Over over, ClauseKind clause) {
      windows.add(use);
      return statement.variables().create(use.type(), use.function());
    }

    @Override
    public List<Variable> addSetFunction(
        Expression call, List<VectorType> types, ClauseKind clause) {
      sets.add(call);
      return types.stream().map(type -> statement.variables().create(type, "set")).toList();
    }
  }

  private final ExpressionAnalyzer analyzer =
      new ExpressionAnalyzer(
          new ExpressionContext(
              statement,
              new Columns(),
              query -> {
                throw new IllegalStateException("not a part of these tests: " + query);
              },
              level,
              ClauseKind.SELECT));

  private TypedExpression analyze(String text) {
    return analyzer.analyze(SqlParser.parseExpression(text));
  }

  private String typeOf(String text) {
    return analyze(text).type().toString();
  }

  @Test
  void shouldTypeColumns() {
    assertThat(typeOf("id")).isEqualTo("integer");
    assertThat(typeOf("m")).isEqualTo("mood");
    assertThat(typeOf("n")).isEqualTo("numeric(10,2)");
    assertThat(typeOf("c")).isEqualTo("character varying(5)");
    assertThat(typeOf("a")).isEqualTo("integer[]");
    assertThat(typeOf("n + 1")).isEqualTo("numeric");
    assertThat(typeOf("a[1]")).isEqualTo("integer");
    assertThat(typeOf("c || 'x'")).isEqualTo("text");
    assertThat(typeOf("id::bigint = ANY(a)")).isEqualTo("boolean");
  }

  @Test
  void shouldTypeParametersInPlace() {
    assertThat(typeOf("$1 + id")).isEqualTo("integer");
    assertThat(parameters.find(0)).hasToString("integer");
    assertThat(typeOf("$2 || 'x'")).isEqualTo("text");
    assertThat(typeOf("$3 = m")).isEqualTo("boolean");
    assertThat(parameters.find(2)).hasToString("mood");
    assertThat(typeOf("$4")).isEqualTo("unknown");
    assertThat(typeOf("id IN ($5, $6)")).isEqualTo("boolean");
    assertThat(parameters.find(5)).hasToString("integer");
    assertThat(typeOf("id = ANY($7)")).isEqualTo("boolean");
    assertThat(parameters.find(6)).hasToString("integer[]");
    assertThatThrownBy(() -> analyze("$0")).hasMessage("there is no parameter $0");
  }

  @Test
  void shouldCompareEnumsByPosition() {
    assertThat(analyze("m = 'ok'").expression().toString()).doesNotContain("position");
    assertThat(analyze("m < 'ok'").expression().toString()).contains("position");
    assertThatThrownBy(() -> analyze("m = 'bad'"))
        .hasMessage("invalid input value for enum mood: \"bad\"");
    assertThatThrownBy(() -> analyze("m = 1"))
        .hasMessage("operator does not exist: mood = integer");
    assertThat(typeOf("max(m)")).isEqualTo("mood");
    assertThat(typeOf("GREATEST(m, 'sad')")).isEqualTo("mood");
    assertThat(typeOf("'ok'::mood")).isEqualTo("mood");
    assertThat(typeOf("m::text")).isEqualTo("text");
    assertThat(typeOf("'ok'::text::mood")).isEqualTo("mood");
    assertThat(typeOf("'{ok,sad}'::mood[]")).isEqualTo("mood[]");
  }

  @Test
  void shouldMakeOneMembershipOfList() {
    assertThat(analyze("id IN (1, 2, 3)").expression()).isInstanceOf(InList.class);
    assertThat(analyze("id NOT IN (1, 2, 3)").expression()).isInstanceOf(InList.class);
    assertThat(analyze("c IN ('a', 'b')").expression()).isInstanceOf(InList.class);
  }

  @Test
  void shouldAnalyzeLongChains() {
    int count = 10_000;
    StringBuilder and = new StringBuilder("id = 0");
    StringBuilder list = new StringBuilder("id IN (0");
    StringBuilder sum = new StringBuilder("id");
    for (int i = 1; i < count; i++) {
      and.append(" AND id <> ").append(i);
      list.append(", ").append(i);
    }
    for (int i = 1; i < 1_000; i++) {
      sum.append(" + 1");
    }
    assertThat(analyze(and.toString()).expression().operands()).hasSize(count);
    assertThat(analyze(list + ")").expression()).isInstanceOf(InList.class);
    assertThat(typeOf(sum.toString())).isEqualTo("integer");
  }

  @Test
  void shouldCollectAggregates() {
    assertThat(typeOf("sum(id)")).isEqualTo("bigint");
    assertThat(typeOf("count(*)")).isEqualTo("bigint");
    assertThat(typeOf("count(DISTINCT c) FILTER (WHERE id > 1)")).isEqualTo("bigint");
    assertThat(typeOf("array_agg(id ORDER BY n DESC)")).isEqualTo("integer[]");
    assertThat(typeOf("string_agg(c, ',')")).isEqualTo("text");
    assertThat(typeOf("percentile_cont(0.5) WITHIN GROUP (ORDER BY n DESC)"))
        .isEqualTo("double precision");
    assertThat(level.uses.stream().map(QueryLevel.AggregateUse::function))
        .containsExactly(
            "sum", "count", "count", "array_agg", "string_agg", "percentile_cont desc");
    assertThat(level.uses.get(2).distinct()).isTrue();
    assertThat(level.uses.get(3).order().getFirst().descending()).isTrue();
    assertThatThrownBy(() -> analyze("sum(max(id))"))
        .hasMessage("aggregate function calls cannot be nested");
    assertThatThrownBy(() -> analyze("count(DISTINCT id ORDER BY c)"))
        .hasMessage(
            "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list");
    assertThatThrownBy(() -> analyze("count()"))
        .hasMessage("count(*) must be used to call a parameterless aggregate function");
    assertThatThrownBy(() -> analyze("mode()")).hasMessageContaining("mode");
  }

  @Test
  void shouldCollectWindowFunctions() {
    assertThat(typeOf("row_number() OVER (ORDER BY id)")).isEqualTo("bigint");
    assertThat(typeOf("sum(n) OVER (PARTITION BY c)")).isEqualTo("numeric");
    assertThat(typeOf("lag(c, 1, 'x') OVER w")).isEqualTo("character varying");
    assertThat(level.windows.stream().map(QueryLevel.WindowUse::function))
        .containsExactly("row_number", "sum", "lag");
    assertThatThrownBy(() -> analyze("row_number()"))
        .hasMessage("window function row_number requires an OVER clause");
    assertThatThrownBy(() -> analyze("sum(DISTINCT id) OVER ()"))
        .hasMessage("DISTINCT is not implemented for window functions");
  }

  @Test
  void shouldCollectSetReturningFunctions() {
    assertThat(typeOf("generate_series(1, id)")).isEqualTo("integer");
    assertThat(typeOf("unnest(a) + 1")).isEqualTo("integer");
    assertThat(level.sets).hasSize(2);
  }

  @Test
  void shouldNameColumnsOfFunctionsInFrom() {
    assertThat(columns("generate_series(1, 3)")).containsExactly("generate_series integer");
    assertThat(columns("generate_series(1, 3) AS g")).containsExactly("g integer");
    assertThat(columns("unnest(ARRAY[1], ARRAY['a']) WITH ORDINALITY AS u"))
        .containsExactly("unnest integer", "unnest text", "ordinality bigint");
    assertThat(columns("jsonb_array_elements('[1]') AS e")).containsExactly("value jsonb");
    assertThat(columns("jsonb_each('{}') AS e")).containsExactly("key text", "value jsonb");
    assertThat(columns("json_to_recordset('[]') AS r(x int, y text)"))
        .containsExactly("x integer", "y text");
    assertThatThrownBy(() -> columns("lower('A') AS r(x int)"))
        .hasMessage("a column definition list is only allowed for functions returning \"record\"");
    assertThat(columns("lower('A')")).containsExactly("lower text");
  }

  private List<String> columns(String from) {
    Query query = (Query) SqlParser.parse("SELECT 1 FROM " + from).getFirst().statement();
    Query.Select select =
        (Query.Select) (query instanceof Query.Qualified qualified ? qualified.body() : query);
    FromItem.Functions item = (FromItem.Functions) select.from().items().getFirst();
    return new FromFunctions(analyzer)
        .analyze(item).columns().stream()
            .map(column -> column.name() + " " + column.type())
            .toList();
  }

  @Test
  void shouldConvertAssignments() {
    TypeReference varying = analyze("c").type();
    assertThat(analyzer.assign("c", analyze("'abc'"), varying).type()).isEqualTo(varying);
    assertThatThrownBy(() -> analyzer.assign("id", analyze("true"), analyze("id").type()))
        .hasMessage("column \"id\" is of type integer but expression is of type boolean");
    assertThat(analyzer.assign("n", analyze("id"), analyze("n").type()).expression().type())
        .isEqualTo(VectorType.decimal(2));
  }

  @Test
  void shouldReportWrongPredicatesAndKeys() {
    assertThatThrownBy(
            () ->
                new ExpressionAnalyzer(analyzer.context().in(ClauseKind.WHERE))
                    .predicate(SqlParser.parseExpression("id")))
        .hasMessage("argument of WHERE must be type boolean, not type integer");
    assertThatThrownBy(() -> analyzer.number(SqlParser.parseExpression("id"), "LIMIT"))
        .hasMessage("argument of LIMIT must not contain variables");
    SortKey key =
        new SortKey(
            SqlParser.parseExpression("'{}'::json"),
            SortKey.Direction.DEFAULT,
            null,
            SortKey.Nulls.DEFAULT,
            0);
    assertThatThrownBy(() -> analyzer.sortItem(analyze("'{}'::json"), key))
        .hasMessage("could not identify an ordering operator for type json");
    assertThatThrownBy(() -> analyzer.groupable(analyze("'{}'::json")))
        .hasMessage("could not identify an equality operator for type json");
  }

  @Test
  void shouldDeferErrorsOfConstants() {
    analyze("CASE WHEN id = 1 THEN 1 / 0 END");
    assertThat(analyzer.constantErrors()).singleElement().asString().contains("division by zero");
  }
}
