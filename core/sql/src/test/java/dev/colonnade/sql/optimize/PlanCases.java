package dev.colonnade.sql.optimize;

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
import java.util.List;

/** Plans of the plan tests, over the tables r(a, b), s(c, d, e) and t(k primary key, v). */
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
      default -> throw new IllegalArgumentException(name);
    };
  }
}
