package dev.colonnade.sql.explain;

import static dev.colonnade.sql.explain.TestPlans.A;
import static dev.colonnade.sql.explain.TestPlans.B;
import static dev.colonnade.sql.explain.TestPlans.B_YZ;
import static dev.colonnade.sql.explain.TestPlans.ESTIMATE;
import static dev.colonnade.sql.explain.TestPlans.INTEGER;
import static dev.colonnade.sql.explain.TestPlans.TEXT;
import static dev.colonnade.sql.explain.TestPlans.by;
import static dev.colonnade.sql.explain.TestPlans.column;
import static dev.colonnade.sql.explain.TestPlans.columns;
import static dev.colonnade.sql.explain.TestPlans.compare;
import static dev.colonnade.sql.explain.TestPlans.equal;
import static dev.colonnade.sql.explain.TestPlans.in;
import static dev.colonnade.sql.explain.TestPlans.integer;
import static dev.colonnade.sql.explain.TestPlans.like;
import static dev.colonnade.sql.explain.TestPlans.limit;
import static dev.colonnade.sql.explain.TestPlans.not;
import static dev.colonnade.sql.explain.TestPlans.ordinals;
import static dev.colonnade.sql.explain.TestPlans.project;
import static dev.colonnade.sql.explain.TestPlans.scan;
import static dev.colonnade.sql.explain.TestPlans.shown;
import static dev.colonnade.sql.explain.TestPlans.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanDescriberTest {
  @Test
  void shouldShowLimitOfScan() {
    ScanPlan.TableScan scan =
        new ScanPlan.TableScan(
            A, TableAccess.ROWS, ordinals(1), List.of(), 5, columns(INTEGER, 1), ESTIMATE);
    assertThat(Explained.text(scan)).isEqualTo("Limit\n  ->  Seq Scan on a");
    assertThat(Explained.text(limit(scan, 5))).isEqualTo("Limit\n  ->  Seq Scan on a");
    assertThat(Explained.verbose(project(scan, shown(INTEGER, "(%s + 1)", column(scan, 0)))))
        .isEqualTo(
            """
            Result
              Output: (x + 1)
              ->  Limit
                    Output: x
                    ->  Seq Scan on public.a
                          Output: x\
            """);
  }

  @Test
  void shouldUsePredicatesOfFirstKeyColumnsOnly() {
    ScanPlan.TableScan scan =
        scan(
            B,
            null,
            ordinals(2),
            by(B_YZ, false),
            List.of(
                compare(B, "z", Comparison.LESS, integer(3)),
                compare(B, "y", Comparison.GREATER, integer(1)),
                compare(B, "y", Comparison.NOT_EQUAL, integer(7))));
    assertThat(Explained.text(scan))
        .isEqualTo(
            """
            Index Only Scan using b_yz on b
              Index Cond: (y > 1)
              Filter: ((z < 3) AND (y <> 7))\
            """);
  }

  @Test
  void shouldShowEveryPredicate() {
    ScanPlan.TableScan scan =
        scan(
            B,
            null,
            new ScanPredicate.And(
                List.of(
                    new ScanPredicate.IsNull(B.schema().column("w")),
                    not(new ScanPredicate.IsNull(B.schema().column("z"))))),
            like(B, "w", "it's%"),
            not(compare(B, "y", Comparison.LESS_OR_EQUAL, integer(1))),
            not(
                new ScanPredicate.Or(
                    List.of(equal(B, "y", integer(1)), equal(B, "z", integer(2))))),
            not(not(equal(B, "z", integer(9)))),
            in(B, "y", new Parameter(INTEGER, 0), integer(2)),
            in(B, "w", text("a b"), text("c")),
            new ScanPredicate.Constant(true));
    assertThat(Explained.text(scan))
        .isEqualTo(
            "Seq Scan on b\n"
                + "  Filter: ((w IS NULL) AND (z IS NOT NULL) AND (w ~~ 'it''s%'::text) AND"
                + " (y > 1) AND (NOT ((y = 1) OR (z = 2))) AND (z = 9) AND"
                + " (y = ANY (ARRAY[$1, 2])) AND (w = ANY (ARRAY['a b'::text, 'c'::text]))"
                + " AND true)");
  }

  @Test
  void shouldSearchKeysByPrefix() {
    Table table =
        Table.detached(
            "Names",
            TableSchema.builder()
                .required("Name", ColumnType.Plain.TEXT)
                .nullable("age", ColumnType.Plain.INTEGER)
                .key("Name")
                .build());
    assertThat(Explained.verbose(scan(table, "Names", like(table, "Name", "a%"))))
        .isEqualTo(
            """
            Index Scan using "Names_pkey" on public."Names"
              Output: "Name", age
              Index Cond: ("Names"."Name" ~~ 'a%'::text)\
            """);
    assertThat(Explained.text(scan(table, "n", like(table, "Name", "%a"))))
        .isEqualTo(
            """
            Seq Scan on "Names" n
              Filter: ("Name" ~~ '%a'::text)\
            """);
  }

  @Test
  void shouldShowRowsKeptUnderName() {
    ScanPlan.NamedRowsScan scan =
        new ScanPlan.NamedRowsScan("w", List.of(new PlanColumn("x", INTEGER)), ESTIMATE);
    assertThat(Explained.verbose(scan)).isEqualTo("CTE Scan on w\n  Output: x");
    assertThat(Explained.json(scan))
        .isEqualTo(
            """
            [
              {
                "Plan": {
                  "Node Type": "CTE Scan",
                  "Parallel Aware": false,
                  "Async Capable": false,
                  "CTE Name": "w",
                  "Alias": "w"
                }
              }
            ]\
            """);
  }

  @Test
  void shouldShowSeveralFunctionsAndLists() {
    ScanPlan.Values one =
        new ScanPlan.Values(
            List.of(
                List.of(shown(INTEGER, "generate_series(1, 2)"), shown(TEXT, "'{a,b}'::text[]"))),
            columns(TEXT, 2),
            ESTIMATE);
    RowPlan.Unnest both =
        new RowPlan.Unnest(
            one,
            List.of(column(one, 0), column(one, 1)),
            List.of(1, 1),
            false,
            false,
            columns(TEXT, 2),
            ESTIMATE);
    assertThat(Explained.verbose(both))
        .isEqualTo(
            """
            Function Scan on generate_series
              Output: f0, f1
              Function Call: generate_series(1, 2), unnest('{a,b}'::text[])\
            """);
    RowPlan.Unnest list =
        new RowPlan.Unnest(
            one,
            List.of(column(one, 1)),
            List.of(1),
            true,
            false,
            List.of(new PlanColumn("EXPR$0", TEXT), new PlanColumn("ordinality", INTEGER)),
            ESTIMATE);
    assertThat(Explained.verbose(list))
        .isEqualTo(
            """
            Function Scan on pg_catalog.unnest
              Output: unnest, ordinality
              Function Call: unnest('{a,b}'::text[])\
            """);
  }

  @Test
  void shouldNumberRelationsOfSameName() {
    assertThat(
            Explained.text(
                new SetPlan.Append(
                    List.of(scan(A, null), scan(A, null), scan(A, "a_9"), scan(A, null)),
                    columns(INTEGER, 3),
                    ESTIMATE)))
        .isEqualTo(
            """
            Append
              ->  Seq Scan on a
              ->  Seq Scan on a a_1
              ->  Seq Scan on a a_9
              ->  Seq Scan on a a_2\
            """);
  }
}
