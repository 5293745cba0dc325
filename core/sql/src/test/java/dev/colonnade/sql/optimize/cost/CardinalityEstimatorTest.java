package dev.colonnade.sql.optimize.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.LongArithmetic;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

class CardinalityEstimatorTest {
  private static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  private static final double ORDERS = 1_500_000;

  private final TpchTables tables = new TpchTables();
  private final CardinalityEstimator estimator = new CardinalityEstimator(tables.context());
  private final LogicalPlan orders = tables.scan("orders", "orders");
  private final LogicalPlan customer = tables.scan("customer", "customer");
  private final LogicalPlan nation = tables.scan("nation", "nation");

  private double rows(Expression... predicates) {
    return estimator.rows(new LogicalOperator.Filter(orders, List.of(predicates)));
  }

  private Expression date(ComparisonOperator operator, String value) {
    return tables.compare("o_orderdate", operator, value);
  }

  private static Expression number(long value) {
    return new Literal(BIGINT, value);
  }

  @Test
  void shouldEstimateEqualityByDistinctValues() {
    assertThat(rows(tables.compare("o_custkey", ComparisonOperator.EQUAL, "7")))
        .isCloseTo(ORDERS / 99_996, within(0.1));
    assertThat(rows(tables.compare("o_orderkey", ComparisonOperator.EQUAL, "7"))).isEqualTo(1);
    assertThat(rows(tables.compare("o_custkey", ComparisonOperator.NOT_EQUAL, "7")))
        .isCloseTo(ORDERS, within(20.0));
  }

  @Test
  void shouldEstimateParameterAsAnyValue() {
    Variable custkey = tables.column("o_custkey");
    Expression parameter = new Parameter(BIGINT, 0);
    assertThat(rows(new Comparison(ComparisonOperator.EQUAL, custkey, parameter)))
        .isCloseTo(ORDERS / 99_996, within(0.1));
    assertThat(rows(new Comparison(ComparisonOperator.LESS, parameter, custkey)))
        .isCloseTo(ORDERS / 3, within(1.0));
    assertThat(
            rows(
                new Comparison(ComparisonOperator.LESS, parameter, custkey),
                new Comparison(ComparisonOperator.LESS, custkey, parameter)))
        .isCloseTo(ORDERS * 0.005, within(1.0));
  }

  @Test
  void shouldAssume200ValuesOfComputedExpressions() {
    Expression sum =
        new LongArithmetic(
            BIGINT, ArithmeticOperator.MULTIPLY, tables.column("o_custkey"), number(3));
    assertThat(rows(new Comparison(ComparisonOperator.EQUAL, sum, number(6))))
        .isCloseTo(ORDERS / 200, within(0.1));
    assertThat(rows(new InList(false, sum, List.of(number(1), number(2)))))
        .isCloseTo(ORDERS / 100, within(0.1));
    assertThat(rows(new Comparison(ComparisonOperator.EQUAL, sum, tables.column("o_orderkey"))))
        .isCloseTo(1, within(0.1));
  }

  @Test
  void shouldEstimateBothBoundsOfColumnAsRange() {
    double year =
        rows(
            date(ComparisonOperator.GREATER_OR_EQUAL, "1994-01-01"),
            date(ComparisonOperator.LESS, "1995-01-01"));
    assertThat(year).isCloseTo(ORDERS * 365 / 2406, within(1000.0));
    assertThat(rows(date(ComparisonOperator.LESS, "1980-01-01"))).isLessThan(1000);
  }

  @Test
  void shouldEstimateBoundsOfOtherColumnsByTheirMean() {
    Variable order = tables.column("o_orderkey");
    Variable customer = tables.column("o_custkey");
    Expression high = new LongArithmetic(BIGINT, ArithmeticOperator.ADD, customer, number(60_000));
    double atLeast = rows(new Comparison(ComparisonOperator.LESS_OR_EQUAL, customer, order));
    double between =
        rows(
            new Comparison(ComparisonOperator.LESS_OR_EQUAL, customer, order),
            new Comparison(ComparisonOperator.LESS, order, high));
    assertThat(atLeast).isCloseTo(ORDERS - 50_000, within(1000.0));
    assertThat(between).isCloseTo(60_000, within(1000.0));
  }

  @Test
  void shouldEstimateLogic() {
    Expression one = tables.compare("o_custkey", ComparisonOperator.EQUAL, "1");
    Expression two = tables.compare("o_custkey", ComparisonOperator.EQUAL, "2");
    double each = ORDERS / 99_996;
    assertThat(rows(new LogicExpression(false, List.of(one, two))))
        .isCloseTo(2 * each, within(0.1));
    assertThat(rows(new InList(false, tables.column("o_custkey"), List.of(number(1), number(2)))))
        .isCloseTo(2 * each, within(0.1));
    assertThat(rows(new TruthTest(TruthTest.Test.NOT, one))).isCloseTo(ORDERS - each, within(0.1));
    assertThat(rows(new NullTest(false, tables.column("o_custkey")))).isEqualTo(1);
    assertThat(rows(new NullTest(true, tables.column("o_custkey")))).isEqualTo(ORDERS);
  }

  @Test
  void shouldCountDistinctValuesAmongFewerRows() {
    LogicalPlan one =
        new LogicalOperator.Filter(orders, tables.equalities("o_orderdate = 1994-01-01"));
    PlanStatistics statistics = estimator.statistics(one);
    assertThat(statistics.of(tables.column("o_orderdate")).distinctCount()).isEqualTo(1);
    assertThat(statistics.of(tables.column("o_custkey")).distinctCount())
        .isCloseTo(statistics.rows(), within(10.0));
  }

  private LogicalJoin join(Kind kind, LogicalPlan left, LogicalPlan right, String equality) {
    return LogicalJoin.of(kind, left, right, tables.equalities(equality));
  }

  @Test
  void shouldEstimateJoins() {
    String equality = "o_custkey = c_custkey";
    assertThat(estimator.rows(join(Kind.INNER, orders, customer, equality))).isEqualTo(ORDERS);
    assertThat(estimator.rows(join(Kind.SEMI, orders, customer, equality))).isEqualTo(ORDERS);
    assertThat(estimator.rows(join(Kind.SEMI, customer, orders, equality)))
        .isCloseTo(99_996, within(1.0));
    assertThat(estimator.rows(join(Kind.ANTI, customer, orders, equality)))
        .isCloseTo(50_004, within(1.0));
    assertThat(estimator.rows(join(Kind.LEFT, customer, orders, equality))).isEqualTo(ORDERS);
    assertThat(estimator.rows(join(Kind.SINGLE, customer, orders, equality))).isEqualTo(150_000);
    assertThat(estimator.rows(LogicalJoin.of(Kind.INNER, nation, customer, List.of())))
        .isEqualTo(25.0 * 150_000);
  }

  @Test
  void shouldDivideByKeysBeforeTheirFilter() {
    LogicalPlan few =
        new LogicalOperator.Filter(customer, tables.equalities("c_mktsegment = 'BUILDING'"));
    assertThat(estimator.rows(join(Kind.INNER, orders, few, "o_custkey = c_custkey")))
        .isCloseTo(ORDERS / 5, within(1.0));
  }

  @Test
  void shouldLimitKeyOfTwoColumnsToRowsOfItsTable() {
    LogicalPlan lineitem = tables.scan("lineitem", "lineitem");
    LogicalPlan partsupp = tables.scan("partsupp", "partsupp");
    List<Expression> key = tables.equalities("l_partkey = ps_partkey", "l_suppkey = ps_suppkey");
    assertThat(estimator.rows(LogicalJoin.of(Kind.INNER, lineitem, partsupp, key)))
        .isCloseTo(6_001_215, within(1.0));
  }

  @Test
  void shouldEstimateGroupsByDistinctValues() {
    List<Variable> key = List.of(tables.column("c_nationkey"), tables.column("c_mktsegment"));
    assertThat(estimator.rows(LogicalOperator.Aggregate.of(customer, key, List.of())))
        .isEqualTo(125);
    assertThat(estimator.rows(LogicalOperator.Aggregate.of(customer, List.of(), List.of())))
        .isEqualTo(1);
    List<Variable> all = customer.columns();
    assertThat(estimator.rows(LogicalOperator.Aggregate.of(customer, all, List.of())))
        .isEqualTo(150_000);
  }

  @Test
  void shouldEstimateLimits() {
    assertThat(estimator.rows(new LogicalOperator.Limit(orders, null, number(10), List.of())))
        .isEqualTo(10);
    assertThat(
            estimator.rows(
                new LogicalOperator.Limit(orders, number(1_499_995), number(10), List.of())))
        .isEqualTo(5);
    Expression unknown = new Parameter(BIGINT, 0);
    assertThat(estimator.rows(new LogicalOperator.Limit(orders, null, unknown, List.of())))
        .isEqualTo(ORDERS / 10);
  }

  @Test
  void shouldEstimateSetOperations() {
    LogicalPlan other = tables.scan("nation", "n2");
    List<Variable> columns = nation.columns().stream().map(tables.variables()::copyOf).toList();
    for (LogicalSet.Kind kind : LogicalSet.Kind.values()) {
      double expected = kind == LogicalSet.Kind.UNION ? 50 : 25;
      assertThat(
              estimator.rows(
                  new LogicalSet.SetOperation(kind, true, List.of(nation, other), columns)))
          .isEqualTo(expected);
    }
  }

  @Test
  void shouldEstimateReferencesByTheirCommonTable() {
    Variable column = tables.variables().create(BIGINT, "x");
    LogicalPlan one =
        LogicalOperator.Aggregate.of(customer, List.of(tables.column("c_nationkey")), List.of());
    LogicalPlan reference = new LogicalSource.CteReference(3, "x", List.of(column));
    LogicalSet.CommonTable table =
        new LogicalSet.CommonTable(3, "x", one, LogicalSet.Evaluation.MATERIALIZED);
    LogicalPlan with = new LogicalSet.With(List.of(table), reference);
    assertThat(estimator.rows(with)).isEqualTo(25);
    assertThat(estimator.statistics(with).of(column).distinctCount()).isEqualTo(25);
  }

  @Test
  void shouldReturnNoRowsOnlyWhereThereAreNone() {
    LogicalPlan none = LogicalSource.Rows.none(List.of());
    assertThat(estimator.rows(none)).isZero();
    assertThat(estimator.rows(LogicalJoin.of(Kind.INNER, none, orders, List.of()))).isZero();
    assertThat(estimator.rows(LogicalSource.Rows.one())).isEqualTo(1);
  }
}
