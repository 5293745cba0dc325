package dev.colonnade.sql.optimize.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.cost.TpchTables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinOrdererTest {
  private final TpchTables tables = new TpchTables();
  private final LogicalPlan orders = tables.scan("orders", "orders");
  private final LogicalPlan customer = tables.scan("customer", "customer");
  private final LogicalPlan nation = tables.scan("nation", "nation");

  private String order(LogicalPlan plan) {
    return text(JoinOrderer.order(plan, tables.context()));
  }

  private static String text(LogicalPlan plan) {
    return switch (plan) {
      case TableScan scan -> scan.alias();
      case LogicalJoin join ->
          "(%s %s %s%s)"
              .formatted(
                  text(join.left()),
                  join.kind(),
                  text(join.right()),
                  predicates(join.conditions()));
      case LogicalOperator.Filter filter ->
          "[%s%s]".formatted(text(filter.input()), predicates(filter.predicates()));
      case LogicalOperator.Project project -> text(project.input());
      default -> throw new IllegalArgumentException("no text: " + plan.getClass());
    };
  }

  private static String predicates(List<Expression> predicates) {
    StringBuilder text = new StringBuilder();
    predicates.forEach(predicate -> text.append(' ').append(predicate.sql(List.of())));
    return text.toString();
  }

  private LogicalJoin join(Kind kind, LogicalPlan left, LogicalPlan right, String equality) {
    return LogicalJoin.of(kind, left, right, tables.equalities(equality));
  }

  @Test
  void shouldPlaceFilterOfOneRelationBelowJoins() {
    List<Expression> predicates = new ArrayList<>();
    predicates.addAll(tables.equalities("o_custkey = c_custkey", "c_mktsegment = 'BUILDING'"));
    assertThat(order(TpchTables.where(List.of(orders, customer), predicates)))
        .isEqualTo(
            "(orders INNER [customer (c_mktsegment = 'BUILDING'::text)] (o_custkey = c_custkey))");
  }

  @Test
  void shouldUseTransitiveEquality() {
    LogicalPlan supplier = tables.scan("supplier", "supplier");
    LogicalPlan few = new LogicalOperator.Filter(nation, tables.equalities("n_name = 'FRANCE'"));
    List<Expression> predicates =
        tables.equalities("c_nationkey = s_nationkey", "s_nationkey = n_nationkey");
    assertThat(order(TpchTables.where(List.of(supplier, customer, few), predicates)))
        .contains("(c_nationkey = n_nationkey)");
  }

  @Test
  void shouldJoinBeforeOuterJoinThatAddsNoRows() {
    LogicalPlan few = new LogicalOperator.Filter(customer, tables.equalities("c_custkey = 7"));
    LogicalPlan region = tables.scan("region", "region");
    LogicalPlan outer = join(Kind.LEFT, orders, region, "o_custkey = r_regionkey");
    LogicalPlan plan = join(Kind.INNER, outer, few, "o_custkey = c_custkey");
    assertThat(order(plan))
        .isEqualTo(
            "((orders INNER [customer (c_custkey = '7'::bigint)] (o_custkey = c_custkey))"
                + " LEFT region (o_custkey = r_regionkey))");
  }

  @Test
  void shouldNotJoinNullableSideFirst() {
    LogicalPlan few = new LogicalOperator.Filter(nation, tables.equalities("n_nationkey = 7"));
    LogicalPlan outer = join(Kind.LEFT, orders, customer, "o_custkey = c_custkey");
    LogicalPlan plan = join(Kind.INNER, outer, few, "c_nationkey = n_nationkey");
    assertThat(order(plan))
        .isEqualTo(
            "((orders LEFT customer (o_custkey = c_custkey)) INNER [nation (n_nationkey ="
                + " '7'::bigint)] (c_nationkey = n_nationkey))");
  }

  @Test
  void shouldKeepPredicateThatMayFailAboveItsJoins() {
    LogicalPlan joined = join(Kind.INNER, orders, customer, "o_custkey = c_custkey");
    Variable key = tables.column("o_orderkey");
    LogicalPlan plan =
        new LogicalOperator.Filter(joined, List.of(new JoinInterpreter.Fallible(key, 3)));
    assertThat(order(plan))
        .isEqualTo("[(orders INNER customer (o_custkey = c_custkey)) fails(o_orderkey)]");
  }

  @Test
  void shouldEvaluateConditionOfThreeRelationsAtTheirJoin() {
    List<Expression> predicates = new ArrayList<>();
    predicates.addAll(tables.equalities("o_custkey = c_custkey", "c_nationkey = n_nationkey"));
    predicates.add(
        new LogicExpression(
            false,
            List.of(
                tables.compare("o_orderkey", ComparisonOperator.LESS, "n_regionkey"),
                tables.compare("c_custkey", ComparisonOperator.LESS, "n_regionkey"))));
    String text = order(TpchTables.where(List.of(orders, nation, customer), predicates));
    assertThat(text).endsWith("OR (c_custkey < n_regionkey)))").startsWith("(orders INNER");
  }

  @Test
  void shouldCrossJoinWhatNothingConnects() {
    List<Expression> predicates = tables.equalities("o_custkey = c_custkey");
    assertThat(order(TpchTables.where(List.of(orders, nation, customer), predicates)))
        .isEqualTo("((orders INNER customer (o_custkey = c_custkey)) INNER nation)");
  }

  @Test
  void shouldOrderMoreRelationsThanOneGraphHas() {
    int count = JoinTree.RELATIONS_MAX + 40;
    LogicalPlan plan = tables.scan("nation", "n0.");
    for (int i = 1; i < count; i++) {
      LogicalPlan next = tables.scan("nation", "n" + i + ".");
      String equality = "n%d..n_nationkey = n%d..n_nationkey".formatted(i - 1, i);
      plan = join(Kind.INNER, plan, next, equality);
    }
    LogicalPlan ordered = JoinOrderer.order(plan, tables.context());
    assertThat(ordered.columns()).isEqualTo(plan.columns());
    assertThat(text(ordered).split("INNER", -1)).hasSize(count);
    assertThat(text(ordered).split("n_nationkey = n_nationkey", -1)).hasSize(count);
  }

  @Test
  void shouldReportCancellation() {
    Cancellation cancelled = Cancellation.withoutDeadline();
    cancelled.cancel();
    PlanningContext some = tables.context();
    PlanningContext context =
        new PlanningContext(some.variables(), some.statistics(), some.settings(), cancelled);
    LogicalPlan plan = join(Kind.INNER, orders, customer, "o_custkey = c_custkey");
    assertThatThrownBy(() -> JoinOrderer.order(plan, context))
        .isInstanceOf(ColonnadeException.class);
  }
}
