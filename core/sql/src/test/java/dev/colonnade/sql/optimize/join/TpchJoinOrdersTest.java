package dev.colonnade.sql.optimize.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.call.LikeExpression;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import dev.colonnade.sql.optimize.cost.TpchTables;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TpchJoinOrdersTest {
  private final TpchTables tables = new TpchTables();
  private final List<LogicalPlan> inputs = new ArrayList<>();

  private void from(String... names) {
    for (String name : names) {
      String[] parts = name.split(" ", -1);
      inputs.add(tables.scan(parts[0], parts[parts.length - 1]));
    }
  }

  private String order(List<Expression> predicates) {
    LogicalPlan plan = TpchTables.where(inputs, predicates);
    LogicalPlan ordered = JoinOrderer.order(plan, tables.context());
    assertThat(ordered.columns()).isEqualTo(plan.columns());
    return text(ordered, new CardinalityEstimator(tables.context()));
  }

  private static String text(LogicalPlan plan, CardinalityEstimator estimator) {
    return switch (plan) {
      case TableScan scan -> scan.alias();
      case LogicalOperator.Filter filter when !(filter.input() instanceof LogicalJoin) ->
          text(filter.input(), estimator) + ":" + Math.round(estimator.rows(plan));
      case LogicalJoin join ->
          "(%s %s)%d"
              .formatted(
                  text(join.left(), estimator),
                  text(join.right(), estimator),
                  Math.round(estimator.rows(join)));
      default -> text(plan.inputs().getFirst(), estimator);
    };
  }

  private Expression like(String column, String pattern) {
    return new LikeExpression(
        tables.column(column), new Literal(VectorType.of(TypeKind.TEXT), pattern));
  }

  /** Adds a filter on an input, as the rules place predicates of one table. */
  private void filter(String alias, Expression... predicates) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) instanceof TableScan scan && scan.alias().equals(alias)) {
        inputs.set(i, new LogicalOperator.Filter(scan, List.of(predicates)));
      }
    }
  }

  private Expression equal(String column, String value) {
    return tables.compare(column, ComparisonOperator.EQUAL, value);
  }

  private Expression[] between(String column, String first, String behind) {
    return new Expression[] {
      tables.compare(column, ComparisonOperator.GREATER_OR_EQUAL, first),
      tables.compare(column, ComparisonOperator.LESS, behind)
    };
  }

  @Test
  void shouldJoinSuppliersOfFewPartsInQuery2() {
    from("part", "supplier", "partsupp", "nation", "region");
    filter("part", equal("p_size", "15"), like("p_type", "%BRASS"));
    filter("region", equal("r_name", "'EUROPE'"));
    assertThat(
            order(
                tables.equalities(
                    "p_partkey = ps_partkey",
                    "s_suppkey = ps_suppkey",
                    "s_nationkey = n_nationkey",
                    "n_regionkey = r_regionkey")))
        .isEqualTo("((supplier (part:200 partsupp)800)800 (nation region:1)5)160");
  }

  @Test
  void shouldJoinOneRegionInQuery5() {
    from("customer", "orders", "lineitem", "supplier", "nation", "region");
    filter("region", equal("r_name", "'ASIA'"));
    filter("orders", between("o_orderdate", "1994-01-01", "1995-01-01"));
    assertThat(
            order(
                tables.equalities(
                    "c_custkey = o_custkey",
                    "l_orderkey = o_orderkey",
                    "l_suppkey = s_suppkey",
                    "c_nationkey = s_nationkey",
                    "s_nationkey = n_nationkey",
                    "n_regionkey = r_regionkey")))
        .isEqualTo(
            "((lineitem (orders:227556 (customer (nation region:1)5)30000)45511)182082"
                + " supplier)7283");
  }

  @Test
  void shouldJoinTwoNationsInQuery7() {
    from("supplier", "lineitem", "orders", "customer", "nation n1", "nation n2");
    filter("lineitem", between("l_shipdate", "1995-01-01", "1997-01-01"));
    List<Expression> predicates =
        new ArrayList<>(
            tables.equalities(
                "s_suppkey = l_suppkey",
                "o_orderkey = l_orderkey",
                "c_custkey = o_custkey",
                "s_nationkey = n1.n_nationkey",
                "c_nationkey = n2.n_nationkey"));
    predicates.add(
        new LogicExpression(
            false,
            List.of(
                new LogicExpression(
                    true, List.of(equal("n1.n_name", "'FRANCE'"), equal("n2.n_name", "'GERMANY'"))),
                new LogicExpression(
                    true,
                    List.of(equal("n1.n_name", "'GERMANY'"), equal("n2.n_name", "'FRANCE'"))))));
    assertThat(order(predicates))
        .isEqualTo(
            "((lineitem:1736694 (orders (customer (n1 n2)2)11990)119904)138824 supplier)5553");
  }

  @Test
  void shouldJoinPartsOfOneTypeFirstInQuery8() {
    from("part", "supplier", "lineitem", "orders", "customer", "nation n1", "nation n2", "region");
    filter("part", equal("p_type", "'ECONOMY ANODIZED STEEL'"));
    filter("region", equal("r_name", "'AMERICA'"));
    filter("orders", between("o_orderdate", "1995-01-01", "1997-01-01"));
    assertThat(
            order(
                tables.equalities(
                    "p_partkey = l_partkey",
                    "s_suppkey = l_suppkey",
                    "l_orderkey = o_orderkey",
                    "o_custkey = c_custkey",
                    "c_nationkey = n1.n_nationkey",
                    "n1.n_regionkey = r_regionkey",
                    "s_nationkey = n2.n_nationkey")))
        .isEqualTo(
            "((supplier ((customer (orders:455736 (lineitem part:1333)40008)12155)12155 (n1"
                + " region:1)5)2431)2431 n2)2431");
  }

  @Test
  void shouldJoinPartsOfOneColorFirstInQuery9() {
    from("part", "supplier", "lineitem", "partsupp", "orders", "nation");
    filter("part", like("p_name", "%green%"));
    assertThat(
            order(
                tables.equalities(
                    "s_suppkey = l_suppkey",
                    "ps_suppkey = l_suppkey",
                    "ps_partkey = l_partkey",
                    "p_partkey = l_partkey",
                    "o_orderkey = l_orderkey",
                    "s_nationkey = n_nationkey")))
        .isEqualTo(
            "(orders (lineitem ((partsupp part:10000)40000 (supplier"
                + " nation)10000)40000)300061)300061");
  }
}
