package dev.colonnade.sql.explain;

import static dev.colonnade.sql.explain.TestPlans.A;
import static dev.colonnade.sql.explain.TestPlans.B;
import static dev.colonnade.sql.explain.TestPlans.BIGINT;
import static dev.colonnade.sql.explain.TestPlans.BOOLEAN;
import static dev.colonnade.sql.explain.TestPlans.ESTIMATE;
import static dev.colonnade.sql.explain.TestPlans.INTEGER;
import static dev.colonnade.sql.explain.TestPlans.TEXT;
import static dev.colonnade.sql.explain.TestPlans.ascending;
import static dev.colonnade.sql.explain.TestPlans.column;
import static dev.colonnade.sql.explain.TestPlans.condition;
import static dev.colonnade.sql.explain.TestPlans.equal;
import static dev.colonnade.sql.explain.TestPlans.filter;
import static dev.colonnade.sql.explain.TestPlans.integer;
import static dev.colonnade.sql.explain.TestPlans.limit;
import static dev.colonnade.sql.explain.TestPlans.project;
import static dev.colonnade.sql.explain.TestPlans.scan;
import static dev.colonnade.sql.explain.TestPlans.shown;
import static dev.colonnade.sql.explain.TestPlans.sort;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanDescriberTest {
  @Test
  void shouldShowCostsOfUppermostMergedOperator() {
    ScanPlan.TableScan scan = scan(A, null);
    RowPlan.Filter filter =
        new RowPlan.Filter(
            scan, condition("(%s > 1)", column(scan, 0)), new PlanEstimate(3.4, 0, 12.125));
    RowPlan.Project project =
        new RowPlan.Project(
            filter,
            List.of(shown(BIGINT, "(%s + 1)", column(filter, 0))),
            List.of(new PlanColumn("?column?", BIGINT)),
            new PlanEstimate(0.2, 0.5, 13.5));
    assertThat(Explained.with("costs").of(filter))
        .isEqualTo("Seq Scan on a  (cost=0.00..12.13 rows=3 width=68)\n  Filter: (x > 1)");
    assertThat(Explained.with("costs verbose").of(project))
        .isEqualTo(
            """
            Seq Scan on public.a  (cost=0.50..13.50 rows=1 width=8)
              Output: (x + 1)
              Filter: (a.x > 1)\
            """);
  }

  @Test
  void shouldEstimateWidthsAsPostgresqlWithoutStatistics() {
    List<PlanColumn> columns = new ArrayList<>();
    for (TypeKind kind :
        List.of(
            TypeKind.BOOLEAN,
            TypeKind.SMALLINT,
            TypeKind.INTEGER,
            TypeKind.TIMESTAMPTZ,
            TypeKind.UUID,
            TypeKind.NAME,
            TypeKind.NUMERIC)) {
      columns.add(new PlanColumn("c", VectorType.of(kind)));
    }
    assertThat(
            Explained.with("costs")
                .of(new ScanPlan.NamedRowsScan("w", columns, PlanEstimate.UNKNOWN)))
        .isEqualTo("CTE Scan on w  (cost=0.00..0.00 rows=1 width=127)");
  }

  @Test
  void shouldShowFilterOverLimitAsSubqueryScan() {
    RowPlan.Limit limited = limit(sort(scan(B, null), ascending(2)), 5);
    RowPlan.Filter filter = filter(limited, condition("(%s > 2)", column(limited, 0)));
    assertThat(Explained.text(filter))
        .isEqualTo(
            """
            Subquery Scan on unnamed_subquery
              Filter: (y > 2)
              ->  Limit
                    ->  Sort
                          Sort Key: w
                          ->  Seq Scan on b\
            """);
    assertThat(Explained.json(filter))
        .startsWith(
            """
            [
              {
                "Plan": {
                  "Node Type": "Subquery Scan",
                  "Parallel Aware": false,
                  "Async Capable": false,
                  "Alias": "unnamed_subquery",
                  "Filter": "(y > 2)",
                  "Plans": [
                    {
                      "Node Type": "Limit",
                      "Parent Relationship": "Subquery",
            """);
  }

  @Test
  void shouldMergeSelectionOfColumnsIntoAnyNode() {
    RowPlan.Sort sort = sort(scan(A, null), ascending(1));
    assertThat(Explained.verbose(project(sort, column(sort, 0))))
        .isEqualTo(
            """
            Sort
              Output: x, v, n
              Sort Key: a.v
              ->  Seq Scan on public.a
                    Output: x, v, n\
            """);
  }

  @Test
  void shouldShowExpressionsOverSortAsResult() {
    RowPlan.Sort sort = sort(scan(A, null), ascending(1));
    assertThat(Explained.verbose(project(sort, shown(TEXT, "upper(%s)", column(sort, 1)))))
        .startsWith(
            """
            Result
              Output: upper(v)
              ->  Sort
            """);
  }

  @Test
  void shouldPutExpressionsOfLowerNodesInParentheses() {
    ScanPlan.TableScan scan = scan(A, null);
    RowPlan.Project project =
        project(
            scan,
            new ExecutionConstant(column(scan, 0)),
            shown(TEXT, "upper(%s)", column(scan, 1)),
            integer(7));
    assertThat(Explained.verbose(limit(sort(project, ascending(1)), 1)))
        .isEqualTo(
            """
            Limit
              Output: x, (upper(v)), 7
              ->  Sort
                    Output: x, (upper(v)), 7
                    Sort Key: (upper(a.v))
                    ->  Seq Scan on public.a
                          Output: x, upper(v), 7\
            """);
  }

  @Test
  void shouldTestConstantFiltersOnce() {
    ScanPlan.TableScan scan = scan(A, null);
    assertThat(Explained.text(filter(scan, new Literal(BOOLEAN, false))))
        .isEqualTo("Result\n  One-Time Filter: false\n  ->  Seq Scan on a");
    assertThat(Explained.text(filter(scan, new Literal(BOOLEAN, null))))
        .contains("One-Time Filter: false");
  }

  @Test
  void shouldMergeSeveralFilters() {
    ScanPlan.TableScan scan = scan(A, null);
    RowPlan.Filter inner = filter(scan, condition("(%s > 1)", column(scan, 0)));
    RowPlan.Filter outer = filter(inner, condition("(%s < 9)", column(scan, 0)));
    assertThat(Explained.text(outer)).isEqualTo("Seq Scan on a\n  Filter: ((x > 1) AND (x < 9))");
  }

  @Test
  void shouldFlattenConjunctions() {
    ScanPlan.TableScan scan = scan(A, null);
    Expression both =
        condition("(%s AND %s)", condition("(%s > 1)", column(scan, 0)), condition("true"));
    RowPlan.Filter filter =
        filter(scan, condition("(%s AND %s)", both, condition("(%s < 9)", column(scan, 0))));
    assertThat(Explained.text(filter))
        .isEqualTo("Seq Scan on a\n  Filter: ((x > 1) AND true AND (x < 9))");
  }

  @Test
  void shouldNotRepeatConditionsOfKeys() {
    ScanPlan.TableScan scan = scan(A, null, equal(A, "x", integer(5)));
    Expression again = condition("(%s = 5)", column(scan, 0));
    assertThat(Explained.text(filter(scan, again)))
        .isEqualTo("Index Scan using a_pkey on a\n  Index Cond: (x = 5)");
  }

  @Test
  void shouldShowOrdinalityAndFieldsOfSetFunctions() {
    ScanPlan.TableScan scan = scan(A, null);
    RowPlan.Unnest unnest =
        new RowPlan.Unnest(
            scan,
            List.of(shown(TEXT, "string_to_array(%s, ','::text)", column(scan, 1))),
            List.of(1),
            true,
            false,
            List.of(new PlanColumn("e", TEXT), new PlanColumn("o", INTEGER)),
            ESTIMATE);
    assertThat(Explained.verbose(unnest))
        .startsWith(
            """
            ProjectSet
              Output: unnest(string_to_array(v, ','::text)), ordinality
            """);
  }

  @Test
  void shouldShowPresortedKeys() {
    RowPlan.Sort sort =
        new RowPlan.Sort(
            scan(B, null), List.of(ascending(0), ascending(1)), 1, integer(3), ESTIMATE);
    assertThat(Explained.json(sort))
        .contains(
            """
                  "Node Type": "Incremental Sort",
                  "Parallel Aware": false,
                  "Async Capable": false,
                  "Sort Key": ["y", "z"],
                  "Presorted Key": ["y"],
            """);
  }
}
