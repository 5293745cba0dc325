package dev.colonnade.sql.explain;

import static dev.colonnade.sql.explain.TestPlans.A;
import static dev.colonnade.sql.explain.TestPlans.B;
import static dev.colonnade.sql.explain.TestPlans.BIGINT;
import static dev.colonnade.sql.explain.TestPlans.ESTIMATE;
import static dev.colonnade.sql.explain.TestPlans.INTEGER;
import static dev.colonnade.sql.explain.TestPlans.call;
import static dev.colonnade.sql.explain.TestPlans.column;
import static dev.colonnade.sql.explain.TestPlans.columns;
import static dev.colonnade.sql.explain.TestPlans.condition;
import static dev.colonnade.sql.explain.TestPlans.equal;
import static dev.colonnade.sql.explain.TestPlans.filter;
import static dev.colonnade.sql.explain.TestPlans.pairs;
import static dev.colonnade.sql.explain.TestPlans.scan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.JoinPlan.Kind;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.ScanPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JoinDescriberTest {
  private static JoinPlan.HashJoin hash(
      Kind kind, PhysicalPlan left, PhysicalPlan right, boolean buildsLeft, boolean nullsEqual) {
    return new JoinPlan.HashJoin(
        kind,
        left,
        right,
        buildsLeft,
        List.of(new JoinPlan.Key(0, 0, nullsEqual)),
        null,
        kind.isLeftOnly() ? left.columns() : pairs(left, right),
        ESTIMATE);
  }

  @ParameterizedTest
  @CsvSource({
    "INNER, Hash Join, Inner, Hash Join, Inner",
    "LEFT, Hash Left Join, Left, Hash Right Join, Right",
    "RIGHT, Hash Right Join, Right, Hash Left Join, Left",
    "FULL, Hash Full Join, Full, Hash Full Join, Full",
    "SEMI, Hash Semi Join, Semi, Hash Right Semi Join, Right Semi",
    "ANTI, Hash Anti Join, Anti, Hash Right Anti Join, Right Anti",
    "NULL_AWARE_ANTI, Hash Anti Join, Anti, Hash Right Anti Join, Right Anti"
  })
  void shouldNameKindByBuildSide(
      Kind kind, String title, String type, String flippedTitle, String flippedType) {
    PhysicalPlan left = scan(A, "a");
    PhysicalPlan right = scan(B, "b");
    JoinPlan.HashJoin join = hash(kind, left, right, false, false);
    assertThat(Explained.text(join)).startsWith(title + "\n").contains("(a.x = b.y)");
    assertThat(Explained.json(join)).contains("\"Join Type\": \"" + type + "\"");
    JoinPlan.HashJoin flipped = hash(kind, left, right, true, false);
    assertThat(Explained.text(flipped)).startsWith(flippedTitle + "\n").contains("(b.y = a.x)");
    assertThat(Explained.json(flipped)).contains("\"Join Type\": \"" + flippedType + "\"");
  }

  @Test
  void shouldShowNullSemantics() {
    assertThat(Explained.text(hash(Kind.NULL_AWARE_ANTI, scan(A, "a"), scan(B, "b"), false, true)))
        .isEqualTo(
            """
            Hash Anti Join
              Hash Cond: (NOT (a.x IS DISTINCT FROM b.y))
              Null Aware: true
              ->  Seq Scan on a
              ->  Hash
                    ->  Seq Scan on b\
            """);
  }

  @Test
  void shouldRecognizeUniqueInnerSides() {
    PhysicalPlan b = scan(B, "b");
    PhysicalPlan grouped =
        new AggregatePlan.HashAggregate(
            scan(B, "b_1"),
            List.of(0),
            List.of(List.of(0)),
            List.of(call("count")),
            columns(BIGINT, 2),
            ESTIMATE);
    PhysicalPlan a = scan(A, "a");
    PhysicalPlan filtered = filter(a, condition("(%s > 1)", column(a, 0)));
    assertThat(Explained.json(hash(Kind.INNER, b, filtered, false, false)))
        .contains("\"Inner Unique\": true");
    assertThat(Explained.json(hash(Kind.INNER, b, grouped, false, false)))
        .contains("\"Inner Unique\": true");
    assertThat(Explained.json(hash(Kind.INNER, scan(A, "a"), b, false, false)))
        .contains("\"Inner Unique\": false");
    assertThat(Explained.json(hash(Kind.SEMI, b, scan(A, "a"), false, false)))
        .contains("\"Inner Unique\": false");
  }

  @Test
  void shouldShowConditionsOfInnerJoinTogether() {
    JoinPlan.HashJoin join =
        new JoinPlan.HashJoin(
            Kind.INNER,
            scan(A, "a"),
            scan(B, "b"),
            false,
            List.of(new JoinPlan.Key(0, 0, false)),
            condition("(%s < 9)", column(scan(A, "a"), 0)),
            pairs(scan(A, "a"), scan(B, "b")),
            ESTIMATE);
    assertThat(Explained.text(filter(join, condition("(%s > 1)", column(join, 4)))))
        .contains("  Join Filter: ((a.x < 9) AND (b.z > 1))\n");
  }

  @Test
  void shouldShowDependentJoinAsNestedLoop() {
    PhysicalPlan left = scan(B, "b");
    PhysicalPlan right = scan(A, "a", equal(A, "x", new OuterReference(INTEGER, 1, 0, "b.y")));
    JoinPlan.DependentJoin join =
        new JoinPlan.DependentJoin(
            Kind.LEFT,
            left,
            right,
            1,
            condition("(%s > 2)", column(left, 1)),
            pairs(left, right),
            ESTIMATE);
    assertThat(Explained.text(join))
        .isEqualTo(
            """
            Nested Loop Left Join
              Join Filter: (b.z > 2)
              ->  Seq Scan on b
              ->  Index Scan using a_pkey on a
                    Index Cond: (x = b.y)\
            """);
    assertThat(Explained.json(join))
        .startsWith(
            """
            [
              {
                "Plan": {
                  "Node Type": "Nested Loop",
                  "Parallel Aware": false,
                  "Async Capable": false,
                  "Join Type": "Left",
                  "Inner Unique": false,
                  "Join Filter": "(b.z > 2)",
            """);
  }

  @Test
  void shouldShowFurtherConditionsOfLookup() {
    PhysicalPlan left = scan(B, "b");
    ScanPlan.TableScan table = scan(A, "a", equal(A, "v", TestPlans.text("q")));
    JoinPlan.LookupJoin join =
        new JoinPlan.LookupJoin(
            Kind.ANTI,
            left,
            table,
            List.of(1),
            List.of(0),
            condition("(%s > %s)", column(left, 0), column(left, 1)),
            left.columns(),
            ESTIMATE);
    assertThat(Explained.verbose(join))
        .isEqualTo(
            """
            Nested Loop Anti Join
              Output: b.y, b.z, b.w
              Inner Unique: true
              Join Filter: (b.y > b.z)
              ->  Seq Scan on public.b
                    Output: b.y, b.z, b.w
              ->  Index Scan using a_pkey on public.a
                    Output: a.x, a.v, a.n
                    Index Cond: (a.x = b.z)
                    Filter: (a.v = 'q'::text)\
            """);
  }

  @Test
  void shouldNotBufferValuesAgain() {
    PhysicalPlan values =
        new ScanPlan.Values(
            List.of(List.of(TestPlans.integer(1)), List.of(TestPlans.integer(2))),
            columns(INTEGER, 1),
            ESTIMATE);
    PhysicalPlan left = scan(A, "a");
    assertThat(
            Explained.text(
                new JoinPlan.NestedLoopJoin(
                    Kind.INNER, left, values, null, pairs(left, values), ESTIMATE)))
        .isEqualTo("Nested Loop\n  ->  Seq Scan on a\n  ->  Values Scan on \"*VALUES*\"");
  }

  @Test
  void shouldShowFullMergeJoin() {
    PhysicalPlan left = scan(A, "a");
    PhysicalPlan right = scan(B, "b");
    assertThat(
            Explained.text(
                new JoinPlan.MergeJoin(
                    Kind.FULL,
                    left,
                    right,
                    List.of(new JoinPlan.Key(0, 0, false), new JoinPlan.Key(0, 1, false)),
                    null,
                    pairs(left, right),
                    ESTIMATE)))
        .startsWith("Merge Full Join\n  Merge Cond: ((a.x = b.y) AND (a.x = b.z))\n");
  }
}
