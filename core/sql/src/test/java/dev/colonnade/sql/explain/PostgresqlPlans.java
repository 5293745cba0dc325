package dev.colonnade.sql.explain;

import static dev.colonnade.sql.explain.TestPlans.A;
import static dev.colonnade.sql.explain.TestPlans.A_UPPER;
import static dev.colonnade.sql.explain.TestPlans.B;
import static dev.colonnade.sql.explain.TestPlans.BIGINT;
import static dev.colonnade.sql.explain.TestPlans.B_Y;
import static dev.colonnade.sql.explain.TestPlans.B_YZ;
import static dev.colonnade.sql.explain.TestPlans.C;
import static dev.colonnade.sql.explain.TestPlans.ESTIMATE;
import static dev.colonnade.sql.explain.TestPlans.INTEGER;
import static dev.colonnade.sql.explain.TestPlans.TEXT;
import static dev.colonnade.sql.explain.TestPlans.ascending;
import static dev.colonnade.sql.explain.TestPlans.by;
import static dev.colonnade.sql.explain.TestPlans.call;
import static dev.colonnade.sql.explain.TestPlans.column;
import static dev.colonnade.sql.explain.TestPlans.columns;
import static dev.colonnade.sql.explain.TestPlans.compare;
import static dev.colonnade.sql.explain.TestPlans.condition;
import static dev.colonnade.sql.explain.TestPlans.descending;
import static dev.colonnade.sql.explain.TestPlans.equal;
import static dev.colonnade.sql.explain.TestPlans.filter;
import static dev.colonnade.sql.explain.TestPlans.in;
import static dev.colonnade.sql.explain.TestPlans.integer;
import static dev.colonnade.sql.explain.TestPlans.like;
import static dev.colonnade.sql.explain.TestPlans.limit;
import static dev.colonnade.sql.explain.TestPlans.not;
import static dev.colonnade.sql.explain.TestPlans.ordinals;
import static dev.colonnade.sql.explain.TestPlans.pairs;
import static dev.colonnade.sql.explain.TestPlans.project;
import static dev.colonnade.sql.explain.TestPlans.scan;
import static dev.colonnade.sql.explain.TestPlans.shown;
import static dev.colonnade.sql.explain.TestPlans.sort;
import static dev.colonnade.sql.explain.TestPlans.subquery;
import static dev.colonnade.sql.explain.TestPlans.text;
import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan.HashAggregate;
import dev.colonnade.sql.physical.AggregatePlan.SortedAggregate;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.JoinPlan.Kind;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.ScanPlan.TableScan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.SubqueryPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.physical.access.TableAccess.Order;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans that PostgreSQL 15 chooses for the statements of {@code explain/postgresql-plans.txt}. */
final class PostgresqlPlans {
  private static final TableAccess FORWARD = new TableAccess(null, false, Order.FORWARD, List.of());
  private static final TableAccess BACKWARD =
      new TableAccess(null, false, Order.BACKWARD, List.of());
  private static final WindowPlan.Frame FRAME =
      new WindowPlan.Frame(
          false,
          new WindowPlan.Bound(-1, -1),
          new WindowPlan.Bound(-1, 0),
          WindowPlan.Exclusion.NOTHING);

  private final Map<String, PhysicalPlan> plans = new LinkedHashMap<>();

  private PostgresqlPlans() {}

  /** Returns plans by the names of the blocks. */
  static Map<String, PhysicalPlan> all() {
    PostgresqlPlans all = new PostgresqlPlans();
    all.addScans();
    all.addIndexScans();
    all.addHashJoins();
    all.addOtherJoins();
    all.addAggregates();
    all.addGroupedAggregates();
    all.addSorts();
    all.addSetOperations();
    all.addSources();
    all.addSubqueries();
    return all.plans;
  }

  /** Returns changes by the names of the blocks, whose sources are among the plans. */
  static Map<String, TableChange> changes() {
    return Map.of(
        "insert",
        TableChange.of(TableChange.Operation.INSERT, A),
        "insert-conflict",
        new TableChange(
            TableChange.Operation.INSERT, A, TableChange.ConflictAction.NOTHING, List.of("a_pkey")),
        "update",
        TableChange.of(TableChange.Operation.UPDATE, A),
        "delete",
        TableChange.of(TableChange.Operation.DELETE, A),
        "merge",
        TableChange.of(TableChange.Operation.MERGE, A));
  }

  private void addScans() {
    plans.put("seq-scan", scan(A, null));
    plans.put(
        "pushed-filter",
        scan(A, null, not(new ScanPredicate.IsNull(A.schema().column("n"))), like(A, "v", "v%")));
    plans.put(
        "or-filter",
        scan(
            A,
            null,
            new ScanPredicate.Or(
                List.of(
                    equal(A, "v", text("v1")), equal(A, "n", shown(INTEGER, "'2'::numeric"))))));
    plans.put("values-filter", scan(A, null, in(A, "v", text("v1"), text("v2"))));
    plans.put(
        "negated-filter",
        scan(
            A,
            null,
            not(like(A, "v", "a%")),
            not(equal(A, "n", shown(INTEGER, "'5'::numeric"))),
            compare(A, "n", Comparison.GREATER, shown(INTEGER, "'1'::numeric"))));
    ScanPlan.TableScan flags = scan(C, null);
    plans.put(
        "boolean-filter",
        filter(flags, condition("(%s AND (NOT %s))", column(flags, 0), column(flags, 1))));
    SystemTable classes = requireNonNull(SystemTables.of("pg_catalog").get("pg_class"));
    List<PlanColumn> columns = new ArrayList<>();
    List<Integer> ordinals = List.of(0, 1);
    ordinals.forEach(i -> columns.add(new PlanColumn(classes.columns().get(i).name(), TEXT)));
    ScanPlan.SystemScan system = new ScanPlan.SystemScan(classes, ordinals, columns, ESTIMATE);
    plans.put("system-scan", filter(system, condition("(%s = 'x'::name)", column(system, 1))));
    plans.put("update", scan(A, null, equal(A, "x", integer(1))));
    plans.put("delete", scan(A, null, equal(A, "v", text("x"))));
    plans.put("insert", scan(B, null));
  }

  private void addIndexScans() {
    plans.put("key-scan", scan(A, null, equal(A, "x", integer(5))));
    plans.put(
        "key-range",
        scan(
            A,
            null,
            compare(A, "x", Comparison.GREATER_OR_EQUAL, integer(1)),
            compare(A, "x", Comparison.LESS, integer(3))));
    plans.put("key-backward", scan(A, null, ordinals(3), BACKWARD, List.of()));
    plans.put(
        "key-only",
        scan(
            A,
            null,
            ordinals(1),
            TableAccess.ROWS,
            List.of(compare(A, "x", Comparison.LESS, integer(3)))));
    plans.put(
        "index-only",
        scan(
            B,
            null,
            ordinals(2),
            by(B_YZ, false),
            List.of(equal(B, "y", integer(1)), compare(B, "z", Comparison.GREATER, integer(2)))));
    plans.put(
        "index-values",
        scan(
            B,
            null,
            ordinals(2),
            by(B_YZ, false),
            List.of(in(B, "y", integer(1), integer(2), integer(3)))));
    plans.put(
        "index-lookup",
        scan(
            B,
            null,
            ordinals(3),
            by(B_Y, true),
            List.of(equal(B, "w", text("w1")), equal(B, "y", integer(1)))));
    ScanPredicate upper =
        new ScanPredicate.Compare(
            A_UPPER.schema().columns().getFirst(), Comparison.EQUAL, text("V1"));
    plans.put(
        "index-expression",
        scan(
            A,
            null,
            ordinals(3),
            new TableAccess(A_UPPER, true, Order.ANY, List.of(upper)),
            List.of()));
  }

  private static TableScan a() {
    return scan(A, "a");
  }

  private static TableScan b() {
    return scan(B, "b");
  }

  private static JoinPlan.HashJoin hash(
      Kind kind,
      PhysicalPlan left,
      PhysicalPlan right,
      JoinPlan.Key key,
      @Nullable Expression condition) {
    List<PlanColumn> columns = kind.isLeftOnly() ? left.columns() : pairs(left, right);
    return new JoinPlan.HashJoin(
        kind, left, right, false, List.of(key), condition, columns, ESTIMATE);
  }

  /** Returns a join of a with b whose hash table is built over a. */
  private static JoinPlan.HashJoin builtOverA(
      Kind kind, PhysicalPlan left, @Nullable Expression condition) {
    JoinPlan.Key key = new JoinPlan.Key(left.names().indexOf("a.x"), 0, false);
    PhysicalPlan right = b();
    return new JoinPlan.HashJoin(
        kind, left, right, true, List.of(key), condition, pairs(left, right), ESTIMATE);
  }

  private void addHashJoins() {
    JoinPlan.HashJoin inner = builtOverA(Kind.INNER, a(), null);
    plans.put("hash-join", project(inner, column(inner, 1), column(inner, 5)));
    plans.put("merge", builtOverA(Kind.INNER, a(), null));
    TableScan ordered = scan(A, "a", List.of(1, 0, 2), TableAccess.ROWS, List.of());
    Expression greater = condition("(%s > (%s)::numeric)", column(ordered, 2), column(inner, 4));
    JoinPlan.HashJoin left = builtOverA(Kind.LEFT, ordered, greater);
    plans.put("hash-left", project(left, column(left, 0), column(left, 5)));
    JoinPlan.HashJoin full = builtOverA(Kind.FULL, a(), null);
    plans.put("hash-full", project(full, column(full, 1), column(full, 5)));
    plans.put("hash-semi", hash(Kind.SEMI, a(), b(), new JoinPlan.Key(0, 1, false), null));
    plans.put("hash-anti", hash(Kind.ANTI, a(), b(), new JoinPlan.Key(0, 1, false), null));
    TableScan b1 = scan(B, "b1");
    TableScan b2 = scan(B, "b2");
    plans.put(
        "hash-keys",
        new JoinPlan.HashJoin(
            Kind.INNER,
            b1,
            b2,
            false,
            List.of(new JoinPlan.Key(0, 0, false), new JoinPlan.Key(1, 1, false)),
            null,
            pairs(b1, b2),
            ESTIMATE));
    plans.put(
        "hash-condition",
        builtOverA(
            Kind.INNER,
            a(),
            condition("(%s > (%s)::numeric)", column(inner, 2), column(inner, 4))));
    JoinPlan.HashJoin outer = builtOverA(Kind.LEFT, a(), null);
    Expression z = column(outer, 4);
    plans.put("outer-filter", filter(outer, condition("((%s IS NULL) OR (%s > 5))", z, z)));
    TableScan a1 = scan(A, "a_1");
    RowPlan.Project casted =
        project(
            a1,
            column(a1, 0),
            column(a1, 1),
            column(a1, 2),
            shown(INTEGER, "(%s)::integer", column(a1, 2)));
    plans.put("self-join", hashOfExpression(a1, casted));
  }

  /** Returns a join whose key is computed below it, which is shown as a condition here. */
  private static PhysicalPlan hashOfExpression(TableScan probe, PhysicalPlan casted) {
    TableScan a = a();
    return new JoinPlan.HashJoin(
        Kind.INNER,
        a,
        casted,
        true,
        List.of(new JoinPlan.Key(0, probe.columns().size(), false)),
        null,
        pairs(a, casted),
        ESTIMATE);
  }

  private static JoinPlan.NestedLoopJoin loop(
      Kind kind, PhysicalPlan left, PhysicalPlan right, Expression condition) {
    return new JoinPlan.NestedLoopJoin(kind, left, right, condition, pairs(left, right), ESTIMATE);
  }

  private void addOtherJoins() {
    PhysicalPlan a = a();
    PhysicalPlan b = b();
    Expression n = new ColumnReference(INTEGER, 5);
    Expression z = new ColumnReference(INTEGER, 1);
    Expression x = new ColumnReference(INTEGER, 3);
    plans.put("nested-loop", loop(Kind.INNER, b, a, condition("(%s > (%s)::numeric)", n, z)));
    plans.put(
        "nested-left",
        loop(
            Kind.LEFT,
            a(),
            b(),
            condition("(%s > (%s)::numeric)", column(a, 2), new ColumnReference(INTEGER, 4))));
    plans.put(
        "not-distinct",
        loop(Kind.INNER, b(), a(), condition("(NOT (%s IS DISTINCT FROM %s))", x, column(b, 0))));
    addLookups();
    PhysicalPlan sorted = sort(b(), ascending(1));
    PhysicalPlan byKey = scan(A, "a", ordinals(3), FORWARD, List.of());
    plans.put("merge-join", merge(Kind.INNER, byKey, sorted, 0, 1));
    PhysicalPlan sortedA = sort(a(), ascending(0));
    PhysicalPlan sortedB = sort(b(), ascending(1));
    plans.put(
        "merge-left",
        new JoinPlan.MergeJoin(
            Kind.LEFT,
            sortedB,
            sortedA,
            List.of(new JoinPlan.Key(1, 0, false)),
            condition("(%s > (%s)::numeric)", n, column(sortedB, 0)),
            pairs(sortedB, sortedA),
            ESTIMATE));
  }

  private static PhysicalPlan merge(
      Kind kind, PhysicalPlan left, PhysicalPlan right, int leftKey, int rightKey) {
    return new JoinPlan.MergeJoin(
        kind,
        left,
        right,
        List.of(new JoinPlan.Key(leftKey, rightKey, false)),
        null,
        pairs(left, right),
        ESTIMATE);
  }

  private static JoinPlan.LookupJoin lookup(
      Kind kind, PhysicalPlan left, TableScan scan, int leftKey) {
    List<PlanColumn> columns = kind.isLeftOnly() ? left.columns() : pairs(left, scan);
    return new JoinPlan.LookupJoin(
        kind, left, scan, List.of(leftKey), List.of(0), null, columns, ESTIMATE);
  }

  private void addLookups() {
    JoinPlan.LookupJoin inner = lookup(Kind.INNER, b(), a(), 1);
    plans.put("lookup", project(inner, column(inner, 4), column(inner, 2)));
    JoinPlan.LookupJoin left = lookup(Kind.LEFT, b(), a(), 1);
    plans.put("lookup-left", project(left, column(left, 4), column(left, 2)));
    TableScan keys = scan(B, "b", ordinals(1), by(B_Y, false), List.of());
    JoinPlan.LookupJoin semi = lookup(Kind.SEMI, a(), keys, 0);
    plans.put("lookup-semi", project(semi, column(semi, 1)));
  }

  private static HashAggregate grouped(
      PhysicalPlan input, List<Integer> keys, AggregateCall... calls) {
    return new HashAggregate(
        input,
        keys,
        List.of(ordinals(keys.size())),
        List.of(calls),
        columns(BIGINT, keys.size() + calls.length),
        ESTIMATE);
  }

  private void addAggregates() {
    TableScan b = scan(B, null);
    RowPlan.Project arguments =
        project(b, column(b, 0), column(b, 1), column(b, 2), condition("(%s > 3)", column(b, 1)));
    AggregateCall max = new AggregateCall("max", List.of(1), false, 3, List.of(), INTEGER);
    AggregateCall array =
        new AggregateCall(
            "array_agg", List.of(2), false, AggregateCall.NO_FILTER, List.of(descending(1)), TEXT);
    AggregateCall distinct =
        new AggregateCall("count", List.of(0), true, AggregateCall.NO_FILTER, List.of(), BIGINT);
    plans.put(
        "plain-aggregate", grouped(arguments, List.of(), call("count"), max, array, distinct));
    TableScan a = scan(A, null);
    HashAggregate sum = grouped(a, List.of(), call("sum", 0));
    plans.put("project-aggregate", project(sum, shown(BIGINT, "(%s + 1)", column(sum, 0))));
    HashAggregate counted = grouped(scan(A, null), List.of(1), call("count"));
    plans.put("hash-aggregate", filter(counted, condition("(%s > 1)", column(counted, 1))));
    RowPlan.Project values = project(a, column(a, 1), shown(INTEGER, "(%s + 1)", column(a, 0)));
    plans.put(
        "aggregate-sort",
        sort(
            grouped(values, List.of(0), call("count"), call("sum", 1)),
            descending(1),
            new SortKey(0, true, false)));
    plans.put("distinct", grouped(scan(A, null), List.of(1)));
  }

  private static HashAggregate groupingSets(PhysicalPlan input, List<List<Integer>> sets) {
    return new HashAggregate(
        input, List.of(0, 1), sets, List.of(call("count")), columns(BIGINT, 3), ESTIMATE);
  }

  private void addGroupedAggregates() {
    TableScan b = scan(B, null);
    plans.put("cube", groupingSets(b, List.of(List.of(0, 1), List.of(0), List.of(1), List.of())));
    plans.put("grouping-sets", groupingSets(b, List.of(List.of(0), List.of(1))));
    RowPlan.Project more = project(b, shown(INTEGER, "(%s + 1)", column(b, 0)));
    plans.put("group-expression", sort(grouped(more, List.of(0), call("count")), ascending(0)));
    TableScan w = scan(B, null, List.of(2), TableAccess.ROWS, List.of());
    plans.put(
        "group-aggregate",
        new SortedAggregate(
            sort(w, ascending(0)), List.of(0), List.of(call("count")), columns(TEXT, 2), ESTIMATE));
    plans.put(
        "unique",
        new SortedAggregate(
            sort(w, ascending(0)), List.of(0), List.of(), columns(TEXT, 1), ESTIMATE));
    RowPlan.Project keys =
        project(b, column(b, 2), shown(INTEGER, "(%s + 1)", column(b, 0)), column(b, 0));
    plans.put(
        "group",
        new SortedAggregate(
            sort(keys, ascending(0), ascending(1)),
            List.of(0, 1),
            List.of(),
            columns(TEXT, 2),
            ESTIMATE));
    WindowPlan.Call rank = new WindowPlan.Call("rank", List.of(), BIGINT);
    WindowPlan sorted =
        new WindowPlan(
            b,
            List.of(2),
            List.of(descending(1)),
            FRAME,
            List.of(rank),
            columns(TEXT, 4),
            ESTIMATE);
    plans.put("window-sort", project(sorted, column(sorted, 0), column(sorted, 3)));
    TableScan index = scan(B, null, ordinals(2), by(B_YZ, false), List.of());
    plans.put(
        "window",
        new WindowPlan(
            index, List.of(), List.of(), FRAME, List.of(rank), columns(TEXT, 3), ESTIMATE));
  }

  private void addSorts() {
    plans.put("sort", sort(scan(A, null), descending(1), new SortKey(2, false, true)));
    TableScan b =
        scan(
            B,
            null,
            List.of(0, 2),
            new TableAccess(B_Y, true, Order.FORWARD, List.of()),
            List.of());
    plans.put(
        "incremental-sort",
        limit(
            new RowPlan.Sort(b, List.of(ascending(0), ascending(1)), 1, integer(5), ESTIMATE), 5));
    TableScan a = scan(A, null, ordinals(2), TableAccess.ROWS, List.of());
    RowPlan.Limit limited =
        new RowPlan.Limit(sort(a, ascending(1)), integer(1), integer(5), List.of(), ESTIMATE);
    plans.put("limit", project(limited, column(limited, 0)));
    plans.put("limit-zero", limit(scan(A, null), 0));
  }

  private void addSetOperations() {
    TableScan x = scan(A, "a", List.of(0), TableAccess.ROWS, List.of());
    TableScan y = scan(B, "b", List.of(0), TableAccess.ROWS, List.of());
    TableScan z = scan(B, "b_1", List.of(1), TableAccess.ROWS, List.of());
    List<PlanColumn> columns = x.columns();
    plans.put("union-all", new SetPlan.Append(List.of(x, y), columns, ESTIMATE));
    plans.put(
        "union",
        new SetPlan.SetOperation(SetPlan.Kind.UNION, false, List.of(x, y), columns, ESTIMATE));
    plans.put(
        "intersect",
        new SetPlan.SetOperation(SetPlan.Kind.INTERSECT, false, List.of(y, z), columns, ESTIMATE));
    plans.put(
        "except-all",
        new SetPlan.SetOperation(SetPlan.Kind.EXCEPT, true, List.of(x, y), columns, ESTIMATE));
  }

  private static ScanPlan.Values values(Expression... row) {
    return new ScanPlan.Values(List.of(List.of(row)), columns(INTEGER, row.length), ESTIMATE);
  }

  private void addSources() {
    ScanPlan.Values rows =
        new ScanPlan.Values(
            List.of(List.of(integer(1), text("a")), List.of(integer(2), text("b"))),
            columns(INTEGER, 2),
            ESTIMATE);
    plans.put("values", rows);
    plans.put("values-scan-filter", filter(rows, condition("(%s > 1)", column(rows, 0))));
    plans.put("result", values(integer(1), text("x")));
    plans.put("insert-conflict", values(integer(1), text("x"), integer(2)));
    plans.put("result-false", new ScanPlan.Values(List.of(), columns(TEXT, 3), ESTIMATE));
    ScanPlan.Values series = values(shown(INTEGER, "generate_series(1, 10)"));
    RowPlan.Unnest functions =
        new RowPlan.Unnest(
            series,
            List.of(column(series, 0)),
            List.of(1),
            false,
            false,
            List.of(new PlanColumn("generate_series", INTEGER)),
            ESTIMATE);
    RowPlan.Filter filtered = filter(functions, condition("(%s > 2)", column(functions, 0)));
    plans.put("function-scan", project(filtered, shown(INTEGER, "(%s + 1)", column(filtered, 0))));
    TableScan a = scan(A, null);
    RowPlan.Unnest set =
        new RowPlan.Unnest(
            a,
            List.of(shown(INTEGER, "generate_series(1, %s)", column(a, 0))),
            List.of(1),
            false,
            true,
            columns(INTEGER, 4),
            ESTIMATE);
    plans.put("project-set", set);
  }

  private void addSubqueries() {
    plans.put("recursive", recursion());
    TableScan scanned = scan(A, "a", compare(A, "x", Comparison.LESS, integer(3)));
    ScanPlan.CteScan first = cte("c", scanned);
    ScanPlan.CteScan second = cte("c_1", scanned);
    plans.put("cte", hash(Kind.INNER, first, second, new JoinPlan.Key(0, 0, false), null));
    TableScan a = scan(A, "a");
    TableScan b = scan(B, "b", equal(B, "z", new OuterReference(INTEGER, 1, 0, "a.x")));
    SubqueryPlan correlated =
        new SubqueryPlan("SubPlan 1", grouped(b, List.of(), call("max", 0)), true);
    plans.put("subplan", project(a, subquery(correlated, "(SubPlan 1)")));
    SubqueryPlan once =
        new SubqueryPlan("InitPlan 1 (returns $0)", grouped(b(), List.of(), call("count")), false);
    plans.put("init-plan", project(a, column(a, 0), subquery(once, "$0")));
    plans.put(
        "one-time-filter",
        filter(scan(A, null), condition("(current_setting('x'::text) = 'y'::text)")));
  }

  private static ScanPlan.CteScan cte(String alias, PhysicalPlan plan) {
    List<PlanColumn> columns =
        List.of(new PlanColumn(alias + ".x", INTEGER), new PlanColumn(alias + ".v", TEXT));
    return new ScanPlan.CteScan("c", plan, columns, ESTIMATE);
  }

  private static PhysicalPlan recursion() {
    List<PlanColumn> columns = List.of(new PlanColumn("i", INTEGER));
    ScanPlan.WorkingTableScan work = new ScanPlan.WorkingTableScan(1, "r", columns, ESTIMATE);
    RowPlan.Filter below = filter(work, condition("(%s < 10)", column(work, 0)));
    PhysicalPlan step = project(below, shown(INTEGER, "(%s + 1)", column(below, 0)));
    SetPlan.RecursiveUnion union =
        new SetPlan.RecursiveUnion(1, values(integer(1)), step, true, columns, ESTIMATE);
    return filter(union, condition("(%s > 3)", column(union, 0)));
  }
}
