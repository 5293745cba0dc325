package dev.colonnade.sql.explain;

import static dev.colonnade.sql.explain.TestPlans.A;
import static dev.colonnade.sql.explain.TestPlans.B;
import static dev.colonnade.sql.explain.TestPlans.BIGINT;
import static dev.colonnade.sql.explain.TestPlans.ESTIMATE;
import static dev.colonnade.sql.explain.TestPlans.ascending;
import static dev.colonnade.sql.explain.TestPlans.call;
import static dev.colonnade.sql.explain.TestPlans.column;
import static dev.colonnade.sql.explain.TestPlans.columns;
import static dev.colonnade.sql.explain.TestPlans.condition;
import static dev.colonnade.sql.explain.TestPlans.equal;
import static dev.colonnade.sql.explain.TestPlans.filter;
import static dev.colonnade.sql.explain.TestPlans.integer;
import static dev.colonnade.sql.explain.TestPlans.limit;
import static dev.colonnade.sql.explain.TestPlans.pairs;
import static dev.colonnade.sql.explain.TestPlans.project;
import static dev.colonnade.sql.explain.TestPlans.scan;
import static dev.colonnade.sql.explain.TestPlans.shown;
import static dev.colonnade.sql.explain.TestPlans.sort;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.TestStatistics;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of what ANALYZE adds, and of the end of the output. */
class AnalyzeTest {
  @Test
  void shouldShowTimesAndRowsOfOneStart() {
    ScanPlan.TableScan scan = scan(A, null);
    assertThat(
            Explained.with("analyze timing summary costs")
                .measured(scan, TestStatistics.of(2, 7))
                .of(scan))
        .isEqualTo(
            """
            Seq Scan on a  (cost=1.00..2.50 rows=10 width=68) \
            (actual time=1.000..2.000 rows=7 loops=2)
            Planning Time: 1.500 ms
            Execution Time: 2.000 ms\
            """);
    assertThat(Explained.with("analyze").measured(scan, TestStatistics.of(1, 7)).of(scan))
        .isEqualTo("Seq Scan on a (actual rows=7 loops=1)");
    assertThat(Explained.with("summary").of(scan))
        .isEqualTo("Seq Scan on a\nPlanning Time: 1.500 ms");
  }

  @Test
  void shouldShowOperatorsThatWereNeverExecuted() {
    ScanPlan.TableScan scan = scan(A, null);
    assertThat(Explained.with("analyze timing").of(scan))
        .isEqualTo("Seq Scan on a (never executed)");
    assertThat(Explained.with("analyze timing json").of(scan))
        .contains(
            """
                  "Actual Startup Time": 0.000,
                  "Actual Total Time": 0.000,
                  "Actual Rows": 0,
                  "Actual Loops": 0
            """);
  }

  @Test
  void shouldCountRowsThatFiltersRemoved() {
    ScanPlan.TableScan scan = scan(A, null);
    RowPlan.Filter filter = filter(scan, condition("(%s > 1)", column(scan, 0)));
    RowPlan.Project project = project(filter, shown(BIGINT, "(%s + 1)", column(filter, 0)));
    Explained text =
        Explained.with("analyze")
            .measured(scan, TestStatistics.of(2, 9))
            .measured(filter, TestStatistics.of(2, 4))
            .measured(project, TestStatistics.of(2, 4));
    assertThat(text.of(project))
        .isEqualTo(
            """
            Seq Scan on a (actual rows=4 loops=2)
              Filter: (x > 1)
              Rows Removed by Filter: 5\
            """);
  }

  @Test
  void shouldShowZeroRemovedRowsInStructuredFormatsOnly() {
    ScanPlan.TableScan scan = scan(A, null);
    RowPlan.Filter filter = filter(scan, condition("(%s > 1)", column(scan, 0)));
    Explained json =
        Explained.with("analyze json")
            .measured(scan, TestStatistics.of(1, 4))
            .measured(filter, TestStatistics.of(1, 4));
    assertThat(json.of(filter))
        .isEqualTo(
            """
            [
              {
                "Plan": {
                  "Node Type": "Seq Scan",
                  "Parallel Aware": false,
                  "Async Capable": false,
                  "Relation Name": "a",
                  "Alias": "a",
                  "Actual Rows": 4,
                  "Actual Loops": 1,
                  "Filter": "(x > 1)",
                  "Rows Removed by Filter": 0
                },
                "Triggers": [
                ]
              }
            ]\
            """);
  }

  @Test
  void shouldNotCountRowsThatStorageRemoved() {
    ScanPlan.TableScan scan = scan(A, null, equal(A, "v", TestPlans.text("q")));
    RowPlan.Filter filter = filter(scan, condition("(%s > 1)", column(scan, 0)));
    assertThat(
            Explained.with("analyze json")
                .measured(scan, TestStatistics.of(1, 9))
                .measured(filter, TestStatistics.of(1, 4))
                .of(filter))
        .contains("\"Filter\": \"((v = 'q'::text) AND (x > 1))\"")
        .doesNotContain("Removed");
  }

  @Test
  void shouldShowMemoryOfSort() {
    ScanPlan.TableScan scan = scan(A, null);
    RowPlan.Sort sort = sort(scan, ascending(0));
    assertThat(
            Explained.with("analyze")
                .measured(scan, TestStatistics.of(1, 3))
                .measured(sort, TestStatistics.of(3, 25_001, 0))
                .of(sort))
        .isEqualTo(
            """
            Sort (actual rows=3 loops=1)
              Sort Key: x
              Sort Method: quicksort  Memory: 25kB
              ->  Seq Scan on a (actual rows=3 loops=1)\
            """);
    assertThat(
            Explained.with("analyze")
                .measured(sort, TestStatistics.of(3, 25_001, 1 << 20))
                .of(sort))
        .contains("  Sort Method: external merge  Disk: 1024kB\n");
    assertThat(
            Explained.with("analyze json").measured(sort, TestStatistics.of(3, 2048, 0)).of(sort))
        .contains(
            """
                  "Sort Method": "quicksort",
                  "Sort Space Used": 2,
                  "Sort Space Type": "Memory",
            """);
  }

  @Test
  void shouldShowTopSort() {
    RowPlan.Sort sort =
        new RowPlan.Sort(scan(A, null), List.of(ascending(0)), 0, integer(2), ESTIMATE);
    assertThat(
            Explained.with("analyze")
                .measured(sort, TestStatistics.of(2, 1024, 0))
                .of(limit(sort, 2)))
        .contains("Sort Method: top-N heapsort  Memory: 1kB");
  }

  @Test
  void shouldShowMemoryOfBuildSide() {
    PhysicalPlan left = scan(A, "a");
    PhysicalPlan right = scan(B, "b");
    JoinPlan.HashJoin join =
        new JoinPlan.HashJoin(
            JoinPlan.Kind.INNER,
            left,
            right,
            false,
            List.of(new JoinPlan.Key(0, 0, false)),
            null,
            pairs(left, right),
            ESTIMATE);
    assertThat(
            Explained.with("analyze timing costs")
                .measured(left, TestStatistics.of(1, 5))
                .measured(right, TestStatistics.of(1, 6))
                .measured(join, TestStatistics.of(2, 9000, 0))
                .of(join))
        .isEqualTo(
            """
            Hash Join  (cost=1.00..2.50 rows=10 width=108) (actual time=1.000..2.000 rows=2 loops=1)
              Hash Cond: (a.x = b.y)
              ->  Seq Scan on a  (cost=1.00..2.50 rows=10 width=68) \
            (actual time=1.000..2.000 rows=5 loops=1)
              ->  Hash  (cost=2.50..2.50 rows=10 width=40) (actual time=2.000..2.000 rows=6 loops=1)
                    Batches: 1  Memory Usage: 9kB
                    ->  Seq Scan on b  (cost=1.00..2.50 rows=10 width=40) \
            (actual time=1.000..2.000 rows=6 loops=1)\
            """);
    assertThat(
            Explained.with("analyze json")
                .measured(join, TestStatistics.of(2, 9000, 4096))
                .of(join))
        .contains("\"Peak Memory Usage\": 9,", "\"Disk Usage\": 4,")
        .doesNotContain("Hash Batches");
  }

  @Test
  void shouldShowMemoryOfHashAggregateBeforeRemovedRows() {
    AggregatePlan.HashAggregate grouped =
        new AggregatePlan.HashAggregate(
            scan(A, null),
            List.of(1),
            List.of(List.of(0)),
            List.of(call("count")),
            columns(BIGINT, 2),
            ESTIMATE);
    RowPlan.Filter having = filter(grouped, condition("(%s > 1)", column(grouped, 1)));
    assertThat(
            Explained.with("analyze")
                .measured(grouped, TestStatistics.of(10, 24_000, 0))
                .measured(having, TestStatistics.of(1, 3))
                .of(having))
        .startsWith(
            """
            HashAggregate (actual rows=3 loops=1)
              Group Key: v
              Filter: (count(*) > 1)
              Batches: 1  Memory Usage: 24kB
              Rows Removed by Filter: 7
            """);
  }

  @Test
  void shouldShowBatchesWithBuffers() {
    RowPlan.Sort sort = sort(scan(A, null), ascending(0));
    assertThat(
            Explained.with("analyze buffers")
                .measured(sort, TestStatistics.of(3, 2048, 10_000))
                .of(sort))
        .contains("  Buffers: temp written=2\n  Vectors: batches=1 bytes=0 memory=2kB\n");
    assertThat(
            Explained.with("analyze buffers json")
                .measured(sort, TestStatistics.of(3, 2048, 10_000))
                .of(sort))
        .contains(
            """
                  "Temp Written Blocks": 2,
                  "Actual Batches": 1,
                  "Actual Bytes": 0,
                  "Operator Memory": 2,
            """);
  }

  @Test
  void shouldShowRowsOfSetOperationInputs() {
    PhysicalPlan first = scan(A, "a");
    PhysicalPlan second = scan(B, "b");
    SetPlan.SetOperation intersect =
        new SetPlan.SetOperation(
            SetPlan.Kind.INTERSECT, false, List.of(first, second), first.columns(), ESTIMATE);
    assertThat(
            Explained.with("analyze timing")
                .measured(first, TestStatistics.of(1, 5))
                .measured(second, TestStatistics.of(1, 6))
                .measured(intersect, TestStatistics.of(1, 2))
                .of(intersect))
        .contains("  ->  Append (actual time=1.000..4.000 rows=11 loops=1)\n")
        .contains(
            "        ->  Subquery Scan on \"*SELECT* 2\" (actual time=1.000..2.000 rows=6"
                + " loops=1)");
  }

  @Test
  void shouldNotStateThatLookupsWereNeverExecuted() {
    PhysicalPlan left = scan(B, "b");
    ScanPlan.TableScan table = scan(A, "a");
    JoinPlan.LookupJoin join =
        new JoinPlan.LookupJoin(
            JoinPlan.Kind.INNER,
            left,
            table,
            List.of(1),
            List.of(0),
            null,
            pairs(left, table),
            ESTIMATE);
    assertThat(
            Explained.with("analyze")
                .measured(join, TestStatistics.of(1, 5))
                .measured(left, TestStatistics.of(1, 6))
                .of(join))
        .isEqualTo(
            """
            Nested Loop (actual rows=5 loops=1)
              ->  Seq Scan on b (actual rows=6 loops=1)
              ->  Index Scan using a_pkey on a
                    Index Cond: (x = b.z)\
            """);
  }

  @Test
  void shouldWriteYaml() {
    ScanPlan.TableScan scan = scan(A, null, equal(A, "v", TestPlans.text("\"\t\\")));
    assertThat(
            Explained.with("analyze timing summary costs yaml verbose")
                .measured(scan, TestStatistics.of(1, 7))
                .of(scan))
        .isEqualTo(
            """
            - Plan:\s
                Node Type: "Seq Scan"
                Parallel Aware: false
                Async Capable: false
                Relation Name: "a"
                Schema: "public"
                Alias: "a"
                Startup Cost: 1.00
                Total Cost: 2.50
                Plan Rows: 10
                Plan Width: 68
                Actual Startup Time: 1.000
                Actual Total Time: 2.000
                Actual Rows: 7
                Actual Loops: 1
                Output:\s
                  - "x"
                  - "v"
                  - "n"
                Filter: "(a.v = '\\"\\t\\\\'::text)"
              Planning Time: 1.500
              Triggers:\s
              Execution Time: 2.000\
            """);
  }

  @Test
  void shouldWriteXml() {
    ScanPlan.TableScan scan = scan(A, null, equal(A, "v", TestPlans.text("<&>\r")));
    assertThat(
            Explained.with("analyze timing summary xml verbose")
                .measured(scan, TestStatistics.of(1, 7))
                .of(scan))
        .isEqualTo(
            """
            <explain xmlns="http://www.postgresql.org/2009/explain">
              <Query>
                <Plan>
                  <Node-Type>Seq Scan</Node-Type>
                  <Parallel-Aware>false</Parallel-Aware>
                  <Async-Capable>false</Async-Capable>
                  <Relation-Name>a</Relation-Name>
                  <Schema>public</Schema>
                  <Alias>a</Alias>
                  <Actual-Startup-Time>1.000</Actual-Startup-Time>
                  <Actual-Total-Time>2.000</Actual-Total-Time>
                  <Actual-Rows>7</Actual-Rows>
                  <Actual-Loops>1</Actual-Loops>
                  <Output>
                    <Item>x</Item>
                    <Item>v</Item>
                    <Item>n</Item>
                  </Output>
                  <Filter>(a.v = '&lt;&amp;&gt;&#x0d;'::text)</Filter>
                </Plan>
                <Planning-Time>1.500</Planning-Time>
                <Triggers>
                </Triggers>
                <Execution-Time>2.000</Execution-Time>
              </Query>
            </explain>\
            """);
  }
}
