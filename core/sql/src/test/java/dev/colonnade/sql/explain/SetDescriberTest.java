package dev.colonnade.sql.explain;

import static dev.colonnade.sql.explain.TestPlans.A;
import static dev.colonnade.sql.explain.TestPlans.B;
import static dev.colonnade.sql.explain.TestPlans.BIGINT;
import static dev.colonnade.sql.explain.TestPlans.ESTIMATE;
import static dev.colonnade.sql.explain.TestPlans.INTEGER;
import static dev.colonnade.sql.explain.TestPlans.call;
import static dev.colonnade.sql.explain.TestPlans.column;
import static dev.colonnade.sql.explain.TestPlans.columns;
import static dev.colonnade.sql.explain.TestPlans.project;
import static dev.colonnade.sql.explain.TestPlans.scan;
import static dev.colonnade.sql.explain.TestPlans.shown;
import static dev.colonnade.sql.explain.TestPlans.sort;
import static dev.colonnade.sql.explain.TestPlans.subquery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.SubqueryPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetDescriberTest {
  private static ScanPlan.CteScan cte(String name, PhysicalPlan plan) {
    return new ScanPlan.CteScan(name, plan, List.of(new PlanColumn("x", INTEGER)), ESTIMATE);
  }

  private static SubqueryPlan counted(int number, PhysicalPlan plan) {
    AggregatePlan.HashAggregate count =
        new AggregatePlan.HashAggregate(
            plan,
            List.of(),
            List.of(List.of()),
            List.of(call("count")),
            columns(BIGINT, 1),
            ESTIMATE);
    return new SubqueryPlan("SubPlan " + number, count, true);
  }

  @Test
  void shouldShowInputsOfSetOperation() {
    SetPlan.SetOperation except =
        new SetPlan.SetOperation(
            SetPlan.Kind.EXCEPT,
            false,
            List.of(scan(B, "b"), scan(B, "b_1"), scan(B, "b_2")),
            columns(INTEGER, 3),
            ESTIMATE);
    assertThat(Explained.with("costs").of(except))
        .isEqualTo(
            """
            HashSetOp Except  (cost=1.00..2.50 rows=10 width=12)
              ->  Append  (cost=0.00..7.50 rows=30 width=12)
                    ->  Subquery Scan on "*SELECT* 1"  (cost=1.00..2.50 rows=10 width=40)
                          ->  Seq Scan on b  (cost=1.00..2.50 rows=10 width=40)
                    ->  Subquery Scan on "*SELECT* 2"  (cost=1.00..2.50 rows=10 width=40)
                          ->  Seq Scan on b b_1  (cost=1.00..2.50 rows=10 width=40)
                    ->  Subquery Scan on "*SELECT* 3"  (cost=1.00..2.50 rows=10 width=40)
                          ->  Seq Scan on b b_2  (cost=1.00..2.50 rows=10 width=40)\
            """);
  }

  @Test
  void shouldShowRecursionThatIsScannedByName() {
    ScanPlan.WorkingTableScan work =
        new ScanPlan.WorkingTableScan(3, "t", List.of(new PlanColumn("x", INTEGER)), ESTIMATE);
    SetPlan.RecursiveUnion union =
        new SetPlan.RecursiveUnion(
            3,
            scan(A, "a"),
            project(work, shown(INTEGER, "(%s + 1)", column(work, 0))),
            false,
            List.of(new PlanColumn("x", INTEGER)),
            ESTIMATE);
    assertThat(Explained.text(sort(cte("t", union), TestPlans.ascending(0))))
        .isEqualTo(
            """
            Sort
              Sort Key: t.x
              CTE t
                ->  Recursive Union
                      ->  Seq Scan on a
                      ->  WorkTable Scan on t t_1
              ->  CTE Scan on t\
            """);
  }

  @Test
  void shouldShowCommonTablesBehindThoseThatTheyRead() {
    ScanPlan.TableScan scan = scan(A, "a");
    ScanPlan.CteScan first = cte("first", scan);
    PhysicalPlan sorted = sort(first, TestPlans.ascending(0));
    assertThat(Explained.text(cte("second", sorted)))
        .isEqualTo(
            """
            CTE Scan on second
              CTE first
                ->  Seq Scan on a
              CTE second
                ->  Sort
                      Sort Key: first.x
                      ->  CTE Scan on first\
            """);
  }

  @Test
  void shouldShowCommonTablesInTheirQuery() {
    ScanPlan.TableScan own = scan(A, "a");
    ScanPlan.TableScan shared = scan(A, "a_1");
    SubqueryPlan first = counted(1, cte("own", own));
    SubqueryPlan second = counted(2, cte("shared", shared));
    SubqueryPlan third = counted(3, cte("shared", shared));
    ScanPlan.TableScan b = scan(B, "b");
    PhysicalPlan plan =
        project(
            b,
            subquery(first, "(SubPlan 1)"),
            shown(
                INTEGER,
                "(%s + %s)",
                subquery(second, "(SubPlan 2)"),
                subquery(third, "(SubPlan 3)")),
            subquery(first, "(SubPlan 1)"));
    assertThat(Explained.verbose(plan))
        .isEqualTo(
            """
            Seq Scan on public.b
              Output: (SubPlan 1), ((SubPlan 2) + (SubPlan 3)), (SubPlan 1)
              CTE shared
                ->  Seq Scan on public.a a_1
                      Output: a_1.x, a_1.v, a_1.n
              SubPlan 1
                ->  Aggregate
                      Output: count(*)
                      CTE own
                        ->  Seq Scan on public.a
                              Output: a.x, a.v, a.n
                      ->  CTE Scan on own
                            Output: own.x
              SubPlan 2
                ->  Aggregate
                      Output: count(*)
                      ->  CTE Scan on shared
                            Output: shared.x
              SubPlan 3
                ->  Aggregate
                      Output: count(*)
                      ->  CTE Scan on shared shared_1
                            Output: shared_1.x\
            """);
  }
}
