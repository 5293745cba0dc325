package dev.colonnade.sql.optimize;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.LongArithmetic;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSet.CommonTable;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSource.CteReference;
import dev.colonnade.sql.logical.LogicalSubquery.Exists;
import dev.colonnade.sql.logical.LogicalSubquery.Quantified;
import dev.colonnade.sql.logical.LogicalSubquery.Scalar;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.Arrays;
import java.util.List;

/**
 * Plans of the plan tests, over the tables r(a, b), s(c, d, e), t(k primary key, v) and i(x, y, z)
 * with indexes.
 */
final class PlanCases {
  final Variables variables = new Variables();
  private final RandomPlans tables = new RandomPlans(new java.util.Random(0), variables);
  private final LogicalPlan r = tables.scan(RandomPlans.TABLES.get(0));
  private final LogicalPlan s = tables.scan(RandomPlans.TABLES.get(1));
  private final LogicalPlan t = tables.scan(RandomPlans.TABLES.get(2));
  private final Variable a = r.columns().get(0);
  private final Variable b = r.columns().get(1);
  private final Variable c = s.columns().get(0);
  private final Variable d = s.columns().get(1);
  private final Variable k = t.columns().get(0);
  private final Variable v = t.columns().get(1);
  private final LogicalPlan i = tables.scan(indexed());
  private final Variable x = i.columns().get(0);
  private final Variable y = i.columns().get(1);
  private final Variable z = i.columns().get(2);

  /** Returns table i (x, y, z) with indexes on y, and on x and y. */
  private static Table indexed() {
    SchemaHistory schema =
        new SchemaHistory(
            TableSchema.builder()
                .nullable("x", ColumnType.Plain.BIGINT)
                .nullable("y", ColumnType.Plain.BIGINT)
                .nullable("z", ColumnType.Plain.BIGINT)
                .required(Column.HIDDEN_KEY, ColumnType.Plain.BIGINT)
                .key(Column.HIDDEN_KEY)
                .build());
    TableConstraints constraints =
        TableConstraints.NONE
            .withIndex("i_y", index(2), IndexState.READY)
            .withIndex("i_x", index(1, 2), IndexState.READY);
    return Table.of(new TableDescriptor(300, "i", schema).withConstraints(constraints));
  }

  private static Index.Definition index(int... columns) {
    return new Index.Definition(
        IndexKind.PLAIN,
        Arrays.stream(columns).mapToObj(KeyColumn::ascending).toList(),
        List.of(),
        List.of(),
        null);
  }

  private static Expression equal(Expression left, Expression right) {
    return new Comparison(ComparisonOperator.EQUAL, left, right);
  }

  private static Expression number(long value) {
    return new Literal(RandomPlans.BIGINT, value);
  }

  private Variable variable(String name) {
    return variables.create(RandomPlans.BIGINT, name);
  }

  private static LogicalPlan filter(LogicalPlan input, Expression... predicates) {
    return new Filter(input, List.of(predicates));
  }

  private static Expression not(Expression predicate) {
    return new TruthTest(TruthTest.Test.NOT, predicate);
  }

  private AggregateFunction function(String name, Expression... arguments) {
    return new AggregateFunction(variable(name), name, List.of(arguments), false, null, List.of());
  }

  private static Expression in(Expression value, LogicalPlan plan) {
    return new Quantified(ComparisonOperator.EQUAL, false, List.of(value), plan);
  }

  private LogicalPlan column(LogicalPlan input, Variable column) {
    return new Project(input, List.of(new Assignment(variable("out"), column)));
  }

  /** Returns the plan of a case. */
  LogicalPlan plan(String name) {
    return switch (name) {
      case "filter over projection" -> {
        Variable sum = variable("sum");
        Expression added = new LongArithmetic(RandomPlans.BIGINT, ArithmeticOperator.ADD, a, b);
        yield filter(
            new Project(r, List.of(Assignment.of(a), new Assignment(sum, added))),
            equal(sum, number(3)));
      }
      case "filter over keys of an aggregation" -> {
        AggregateFunction count = function("count");
        yield filter(
            Aggregate.of(r, List.of(a), List.of(count)),
            equal(a, number(1)),
            equal(count.output(), number(2)));
      }
      case "outer join becomes inner join" ->
          filter(LogicalJoin.of(Kind.LEFT, r, s, List.of(equal(a, c))), equal(d, number(1)));
      case "full join becomes left join" ->
          filter(LogicalJoin.of(Kind.FULL, r, s, List.of(equal(a, c))), equal(d, number(1)));
      case "restriction of the other side of an equality" ->
          filter(LogicalJoin.of(Kind.LEFT, r, s, List.of(equal(a, c))), equal(a, number(1)));
      case "join keys inside an OR" ->
          filter(
              LogicalJoin.of(Kind.INNER, r, s, List.of()),
              new LogicExpression(
                  false,
                  List.of(
                      new LogicExpression(true, List.of(equal(a, c), equal(b, number(1)))),
                      new LogicExpression(true, List.of(equal(a, c), equal(b, number(2)))))));
      case "never below a limit" ->
          filter(
              new Limit(
                  new Sort(r, List.of(new SortItem(a, false, false))), null, number(2), List.of()),
              equal(a, number(1)));
      case "filter over a union" ->
          filter(
              new SetOperation(
                  LogicalSet.Kind.UNION, true, List.of(column(r, a), column(s, c)), List.of(k)),
              equal(k, number(1)));
      case "IS NULL of a key" -> filter(t, new NullTest(false, k));
      case "unused left join" ->
          new Project(
              LogicalJoin.of(Kind.LEFT, r, t, List.of(equal(a, k))), List.of(Assignment.of(b)));
      case "common table expression" -> {
        Variable first = variable("first");
        Variable second = variable("second");
        yield new With(
            List.of(new CommonTable(7, "cte", column(r, a), LogicalSet.Evaluation.INLINED)),
            LogicalJoin.of(
                Kind.INNER,
                new CteReference(7, "cte", List.of(first)),
                new CteReference(7, "cte", List.of(second)),
                List.of(equal(first, second))));
      }
      default -> subqueries(name);
    };
  }

  private LogicalPlan subqueries(String name) {
    return switch (name) {
      case "EXISTS" -> filter(r, new Exists(filter(s, equal(c, a), equal(d, number(1)))));
      case "NOT EXISTS" -> filter(r, not(new Exists(filter(s, equal(c, a)))));
      case "IN" -> filter(r, in(a, column(s, c)));
      case "NOT IN with NULLs" -> filter(r, not(in(a, column(s, c))));
      case "NOT IN without NULLs" -> filter(r, new NullTest(true, a), not(in(a, column(t, k))));
      case "correlated NOT IN" -> filter(r, not(in(a, column(filter(s, equal(d, b)), c))));
      case "EXISTS under OR" ->
          filter(
              r,
              new LogicExpression(
                  false, List.of(equal(b, number(1)), new Exists(filter(s, equal(c, a))))));
      case "correlated IN under OR" ->
          filter(
              r,
              new LogicExpression(
                  false, List.of(equal(b, number(1)), in(a, column(filter(s, equal(d, b)), c)))));
      case "correlated IN in the select list" ->
          new Project(
              r,
              List.of(
                  Assignment.of(a),
                  new Assignment(variable("in"), in(a, column(filter(s, equal(d, b)), c)))));
      case "count in the select list" -> {
        AggregateFunction count = function("count");
        LogicalPlan counted = Aggregate.of(filter(s, equal(c, a)), List.of(), List.of(count));
        yield new Project(
            r, List.of(Assignment.of(a), new Assignment(variable("count"), new Scalar(counted))));
      }
      case "comparison with an aggregate" -> {
        AggregateFunction max = function("max", d);
        yield filter(
            r, equal(b, new Scalar(Aggregate.of(filter(s, equal(c, a)), List.of(), List.of(max)))));
      }
      case "lookup by a key" ->
          new Project(
              r,
              List.of(
                  new Assignment(variable("v"), new Scalar(column(filter(t, equal(k, a)), v)))));
      case "subquery that may have several rows" ->
          new Project(
              r,
              List.of(
                  new Assignment(variable("d"), new Scalar(column(filter(s, equal(c, a)), d)))));
      case "first rows of LATERAL" ->
          new LogicalJoin(
              Kind.INNER,
              r,
              new Limit(
                  new Sort(filter(s, equal(c, a)), List.of(new SortItem(d, true, true))),
                  null,
                  number(2),
                  List.of()),
              List.of(),
              true);
      case "aggregate over an inequality" -> {
        AggregateFunction sum = function("sum", d);
        Comparison less = new Comparison(ComparisonOperator.LESS, c, a);
        yield new LogicalJoin(
            Kind.LEFT, r, Aggregate.of(filter(s, less), List.of(), List.of(sum)), List.of(), true);
      }
      default -> aggregatesOverJoins(name);
    };
  }

  private LogicalPlan aggregatesOverJoins(String name) {
    return switch (name) {
      case "comparison with an aggregate over a cross join" ->
          filter(LogicalJoin.of(Kind.INNER, r, t, List.of()), equal(b, greatestBelow(a)));
      case "comparison with an aggregate over an outer join" ->
          filter(LogicalJoin.of(Kind.LEFT, r, t, List.of(equal(a, k))), equal(b, greatestBelow(a)));
      case "comparison with an aggregate over a join" ->
          filter(
              LogicalJoin.of(Kind.INNER, r, t, List.of(equal(b, k))), equal(b, greatestBelow(a)));
      default -> firstRows(name);
    };
  }

  private Expression greatestBelow(Variable bound) {
    Comparison less = new Comparison(ComparisonOperator.LESS, c, bound);
    return new Scalar(Aggregate.of(filter(s, less), List.of(), List.of(function("max", d))));
  }

  private static LogicalPlan first(LogicalPlan input, long rows, SortItem... keys) {
    return new Limit(new Sort(input, List.of(keys)), number(1), number(rows), List.of());
  }

  private static SortItem descending(Variable key) {
    return new SortItem(key, true, true);
  }

  private LogicalPlan firstRows(String name) {
    Variable total = variable("total");
    LogicalPlan union =
        new SetOperation(
            LogicalSet.Kind.UNION, true, List.of(column(r, a), column(s, c)), List.of(total));
    return switch (name) {
      case "first rows of UNION ALL" -> first(union, 5, descending(total));
      case "first rows of UNION ALL under another name" -> {
        Variable renamed = variable("renamed");
        yield first(
            new Project(union, List.of(new Assignment(renamed, total))), 5, descending(renamed));
      }
      case "first rows of UNION ALL by an expression" -> {
        Variable sum = variable("sum");
        Expression added =
            new LongArithmetic(RandomPlans.BIGINT, ArithmeticOperator.ADD, total, number(1));
        yield first(new Project(union, List.of(new Assignment(sum, added))), 5, descending(sum));
      }
      case "many first rows of UNION ALL" -> first(union, 10_000, descending(total));
      case "first rows by a nullable column of an index" ->
          first(i, 5, descending(y), descending(x));
      case "first rows of a filter by a nullable column of an index" ->
          first(filter(i, equal(x, number(2))), 5, new SortItem(y, false, false));
      case "NULLs in front as in the index" -> first(i, 5, new SortItem(y, false, true));
      case "nullable column that is compared" ->
          first(filter(i, equal(y, number(2))), 5, descending(y));
      case "nullable column without index" -> first(i, 5, descending(z));
      case "first groups by a nullable column of an index" ->
          first(Aggregate.of(i, List.of(y), List.of(function("max", z))), 5, descending(y));
      case "first groups by two nullable columns of an index" ->
          first(
              filter(
                  Aggregate.of(i, List.of(x, y), List.of(function("max", z))), equal(y, number(2))),
              5,
              new SortItem(x, false, false));
      case "first groups by a nullable column without index" ->
          first(Aggregate.of(i, List.of(z), List.of(function("max", y))), 5, descending(z));
      case "first groups by more columns than an index has" ->
          first(Aggregate.of(i, List.of(y, z), List.of()), 5, descending(y));
      case "least and greatest key" ->
          Aggregate.of(t, List.of(), List.of(function("min", k), function("max", k)));
      case "least and greatest value without index" ->
          Aggregate.of(t, List.of(), List.of(function("min", v), function("max", v)));
      default -> throw new IllegalArgumentException(name);
    };
  }
}
