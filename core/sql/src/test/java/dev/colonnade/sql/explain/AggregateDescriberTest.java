package dev.colonnade.sql.explain;

import static dev.colonnade.sql.explain.TestPlans.B;
import static dev.colonnade.sql.explain.TestPlans.BIGINT;
import static dev.colonnade.sql.explain.TestPlans.ESTIMATE;
import static dev.colonnade.sql.explain.TestPlans.INTEGER;
import static dev.colonnade.sql.explain.TestPlans.TEXT;
import static dev.colonnade.sql.explain.TestPlans.ascending;
import static dev.colonnade.sql.explain.TestPlans.call;
import static dev.colonnade.sql.explain.TestPlans.column;
import static dev.colonnade.sql.explain.TestPlans.columns;
import static dev.colonnade.sql.explain.TestPlans.condition;
import static dev.colonnade.sql.explain.TestPlans.descending;
import static dev.colonnade.sql.explain.TestPlans.filter;
import static dev.colonnade.sql.explain.TestPlans.project;
import static dev.colonnade.sql.explain.TestPlans.scan;
import static dev.colonnade.sql.explain.TestPlans.shown;
import static dev.colonnade.sql.explain.TestPlans.sort;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.WindowPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class AggregateDescriberTest {
  private static final WindowPlan.Frame FRAME =
      new WindowPlan.Frame(
          true,
          new WindowPlan.Bound(-1, -1),
          new WindowPlan.Bound(-1, 0),
          WindowPlan.Exclusion.NOTHING);

  private static AggregatePlan.HashAggregate hash(
      PhysicalPlan input, List<Integer> keys, List<AggregateCall> calls) {
    return new AggregatePlan.HashAggregate(
        input,
        keys,
        List.of(List.copyOf(TestPlans.ordinals(keys.size()))),
        calls,
        columns(BIGINT, keys.size() + calls.size()),
        ESTIMATE);
  }

  @Test
  void shouldShowCallsWithExpressionsOfInput() {
    ScanPlan.TableScan b = scan(B, null);
    PhysicalPlan arguments =
        project(
            b,
            shown(INTEGER, "(%s + 1)", column(b, 0)),
            column(b, 2),
            condition("(%s > 3)", column(b, 1)));
    AggregateCall filtered = new AggregateCall("sum", List.of(0), false, 2, List.of(), BIGINT);
    AggregateCall ordered =
        new AggregateCall(
            "string_agg",
            List.of(1, 1),
            true,
            AggregateCall.NO_FILTER,
            List.of(descending(0), ascending(1)),
            TEXT);
    assertThat(Explained.verbose(hash(arguments, List.of(0), List.of(filtered, ordered))))
        .isEqualTo(
            """
            HashAggregate
              Output: ((y + 1)), sum((y + 1)) FILTER (WHERE (z > 3)), \
            string_agg(DISTINCT w, w ORDER BY (y + 1) DESC, w)
              Group Key: (b.y + 1)
              ->  Seq Scan on public.b
                    Output: (y + 1), w, (z > 3)\
            """);
  }

  @Test
  void shouldPutAggregatesOfLowerAggregateInParentheses() {
    AggregatePlan.HashAggregate inner = hash(scan(B, null), List.of(0), List.of(call("count")));
    assertThat(Explained.verbose(hash(inner, List.of(), List.of(call("max", 1)))))
        .startsWith("Aggregate\n  Output: max((count(*)))\n  ->  HashAggregate\n");
  }

  @Test
  void shouldMergeHavingAndProjection() {
    AggregatePlan.HashAggregate grouped =
        hash(scan(B, null), List.of(0), List.of(call("count"), call("sum", 1)));
    PhysicalPlan having = filter(grouped, condition("(%s > 1)", column(grouped, 1)));
    assertThat(Explained.verbose(project(having, shown(BIGINT, "(%s / 2)", column(having, 2)))))
        .isEqualTo(
            """
            HashAggregate
              Output: (sum(z) / 2)
              Group Key: b.y
              Filter: (count(*) > 1)
              ->  Seq Scan on public.b
                    Output: y, z, w\
            """);
  }

  @Test
  void shouldShowGroupingSetsWithFunction() {
    AggregatePlan.HashAggregate sets =
        new AggregatePlan.HashAggregate(
            scan(B, null),
            List.of(0, 1),
            List.of(List.of(), List.of(1), List.of()),
            List.of(call("grouping", 0, 1)),
            columns(BIGINT, 3),
            ESTIMATE);
    assertThat(Explained.verbose(sets))
        .startsWith(
            """
            MixedAggregate
              Output: y, z, GROUPING(y, z)
              Hash Key: b.z
              Group Key: ()
              Group Key: ()
            """);
  }

  @Test
  void shouldShowSortedAggregates() {
    PhysicalPlan sorted = sort(scan(B, null), ascending(0));
    assertThat(
            Explained.json(
                new AggregatePlan.SortedAggregate(
                    sorted, List.of(0), List.of(call("count")), columns(BIGINT, 2), ESTIMATE)))
        .contains(
            """
                  "Node Type": "Aggregate",
                  "Strategy": "Sorted",
                  "Partial Mode": "Simple",
                  "Parallel Aware": false,
                  "Async Capable": false,
                  "Group Key": ["y"],
            """);
    assertThat(
            Explained.text(
                new AggregatePlan.SortedAggregate(
                    sorted, List.of(), List.of(call("count")), columns(BIGINT, 1), ESTIMATE)))
        .startsWith("Aggregate\n  ->  Sort\n");
  }

  @Test
  void shouldShowSortThatIsPartOfWindow() {
    ScanPlan.TableScan b = scan(B, null);
    PhysicalPlan argument = project(b, column(b, 0), shown(INTEGER, "(%s + 1)", column(b, 1)));
    WindowPlan window =
        new WindowPlan(
            argument,
            List.of(0),
            List.of(descending(1)),
            FRAME,
            List.of(
                new WindowPlan.Call("sum", List.of(1), BIGINT),
                new WindowPlan.Call("count", List.of(), BIGINT),
                new WindowPlan.Call("row_number", List.of(), BIGINT)),
            columns(BIGINT, 5),
            ESTIMATE);
    assertThat(Explained.verbose(window))
        .isEqualTo(
            """
            WindowAgg
              Output: y, ((z + 1)), sum((z + 1)) OVER (?), count(*) OVER (?), row_number() OVER (?)
              ->  Sort
                    Output: y, ((z + 1))
                    Sort Key: b.y, ((b.z + 1)) DESC
                    ->  Seq Scan on public.b
                          Output: y, (z + 1)\
            """);
  }

  @Test
  void shouldNotSortWindowOverSortedInput() {
    PhysicalPlan sorted = sort(scan(B, null), ascending(0), descending(1), ascending(2));
    WindowPlan window =
        new WindowPlan(
            sorted,
            List.of(0),
            List.of(descending(1)),
            FRAME,
            List.of(new WindowPlan.Call("rank", List.of(), BIGINT)),
            columns(BIGINT, 4),
            ESTIMATE);
    assertThat(Explained.text(window))
        .isEqualTo(
            """
            WindowAgg
              ->  Sort
                    Sort Key: y, z DESC, w
                    ->  Seq Scan on b\
            """);
  }
}
