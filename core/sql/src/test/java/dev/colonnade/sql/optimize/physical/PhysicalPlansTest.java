package dev.colonnade.sql.optimize.physical;

import static dev.colonnade.sql.optimize.physical.PlannerFixture.BIGINT;
import static dev.colonnade.sql.optimize.physical.PlannerFixture.INTEGER;
import static dev.colonnade.sql.optimize.physical.PlannerFixture.column;
import static dev.colonnade.sql.optimize.physical.PlannerFixture.integer;
import static dev.colonnade.sql.optimize.physical.PlannerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.call.LikeExpression;
import dev.colonnade.sql.expression.call.TextLength;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.expression.comparison.RowComparison;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.IndexExpressions;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the physical plans of hand-built logical plans with their text. */
class PhysicalPlansTest {
  /**
   * Table t (id int primary key, a int, b text, c int not null unique) with indexes on a, on b
   * where a = 5, and on length(b).
   */
  private static final Table T =
      Table.of(
          new TableDescriptor(
                  300,
                  "t",
                  new SchemaHistory(
                      TableSchema.builder()
                          .required("id", ColumnType.Plain.INTEGER)
                          .nullable("a", ColumnType.Plain.INTEGER)
                          .nullable("b", ColumnType.Plain.TEXT)
                          .required("c", ColumnType.Plain.INTEGER)
                          .key("id")
                          .build()))
              .withConstraints(
                  TableConstraints.NONE
                      .withIndex("t_a", definition(IndexKind.PLAIN, 2, null), IndexState.READY)
                      .withIndex("t_c", definition(IndexKind.UNIQUE, 4, null), IndexState.READY)
                      .withIndex(
                          "t_b",
                          definition(IndexKind.PLAIN, 3, new Index.Predicate("a = 5", List.of(2))),
                          IndexState.READY)
                      .withIndex(
                          "t_length",
                          new Index.Definition(
                              IndexKind.PLAIN,
                              List.of(KeyColumn.ascending(IndexExpression.idAt(0))),
                              List.of(),
                              List.of(
                                  new IndexExpression(
                                      "length",
                                      "length(b)",
                                      "length(b)",
                                      ColumnType.Plain.INTEGER,
                                      List.of(3))),
                              null),
                          IndexState.READY)));

  private static Index.Definition definition(
      IndexKind kind, int columnId, Index.@Nullable Predicate predicate) {
    return new Index.Definition(
        kind, List.of(KeyColumn.ascending(columnId)), List.of(), List.of(), predicate);
  }

  private static final IndexExpressions EXPRESSIONS =
      new IndexExpressions() {
        @Override
        public @Nullable Expression predicate(Table table, TableIndex index) {
          return new PlannerFixture(0).compare(new ColumnReference(INTEGER, 1), "=", integer(5));
        }

        @Override
        public List<Expression> keys(Table table, TableIndex index) {
          return List.of(new TextLength(new ColumnReference(PlannerFixture.TEXT, 2)));
        }
      };

  private final PlannerFixture fixture = new PlannerFixture(1_000_000);
  private final LogicalSource.TableScan t = fixture.scan(T, "t");
  private final Variable id = column(t, "id");
  private final Variable a = column(t, "a");
  private final Variable b = column(t, "b");
  private final Variable c = column(t, "c");
  private final LogicalSource.TableScan u = fixture.scan(T, "u");

  private LogicalPlan where(Expression... predicates) {
    return new LogicalOperator.Filter(t, List.of(predicates));
  }

  private static LogicalPlan select(LogicalPlan plan, Variable... columns) {
    List<Assignment> assignments = new ArrayList<>();
    for (Variable variable : columns) {
      assignments.add(Assignment.of(variable));
    }
    return new LogicalOperator.Project(plan, assignments);
  }

  private static LogicalPlan sort(LogicalPlan plan, Variable key, boolean descending) {
    return new LogicalOperator.Sort(plan, List.of(new SortItem(key, descending, descending)));
  }

  private static LogicalPlan limit(LogicalPlan plan, long count) {
    return new LogicalOperator.Limit(plan, null, new Literal(BIGINT, count), List.of());
  }

  private final Map<String, String> plans = new LinkedHashMap<>();

  private void add(String name, LogicalPlan plan) {
    plans.put(name, fixture.explain(plan));
  }

  @Test
  void shouldPlanAsRecorded() throws IOException {
    fixture.use(EXPRESSIONS);
    addScans();
    addOrders();
    addAggregates();
    addJoins();
    addSubqueries();
    addSets();
    assertThat(plans).containsExactlyEntriesOf(recorded());
  }

  private static Map<String, String> recorded() throws IOException {
    try (InputStream in =
        PhysicalPlansTest.class.getResourceAsStream("/optimize/physical-plans.txt")) {
      String text =
          new String(
              Objects.requireNonNull(in, "in is null").readAllBytes(), StandardCharsets.UTF_8);
      Map<String, String> blocks = new LinkedHashMap<>();
      for (String block : text.split("(?m)^== ", -1)) {
        int end = block.indexOf('\n');
        if (end >= 0) {
          blocks.put(block.substring(0, end), block.substring(end + 1).strip());
        }
      }
      return blocks;
    }
  }

  @Test
  void shouldPlanPointReads() {
    PhysicalPlan plan = fixture.plan(where(fixture.compare(id, "=", new Parameter(INTEGER, 0))));
    assertThat(plan).isInstanceOf(ScanPlan.TableScan.class);
    assertThat(((ScanPlan.TableScan) plan).point())
        .isEqualTo(new ScanPlan.PointKey(null, List.of(new Parameter(INTEGER, 0))));
  }

  @Test
  void shouldPlanPointReadsByComputedValues() {
    Expression computed = new TextLength(text("seven"));
    PhysicalPlan plan = fixture.plan(where(fixture.compare(id, "=", computed)));
    assertThat(((ScanPlan.TableScan) plan).point())
        .isEqualTo(new ScanPlan.PointKey(null, List.of(computed)));
  }

  @Test
  void shouldLimitScansOnlyInTheOrderThatIsWanted() {
    PhysicalPlan ordered = fixture.plan(limit(sort(t, id, false), 10));
    assertThat(((ScanPlan.TableScan) ordered.inputs().getFirst()).rowLimit()).isEqualTo(10);
    PhysicalPlan sorted = fixture.plan(limit(sort(t, a, true), 10));
    PhysicalPlan scan = sorted.inputs().getFirst().inputs().getFirst();
    assertThat(((ScanPlan.TableScan) scan).rowLimit()).isZero();
  }

  private void addScans() {
    add("scan", t);
    add("select", select(t, b, id));
    add("pushed", where(fixture.compare(b, "=", text("x"))));
    add("residual", select(where(fixture.compare(new TextLength(b), ">", a)), id));
    add("point", where(fixture.compare(id, "=", new Parameter(INTEGER, 0))));
    add(
        "point and filter",
        select(
            where(fixture.compare(id, "=", integer(1)), fixture.compare(a, ">", integer(1))), b));
    add("unique point", where(fixture.compare(c, "=", integer(7))));
    add(
        "key range",
        where(fixture.compare(id, ">", integer(7)), fixture.compare(id, "<", integer(9))));
    add("index", where(fixture.compare(a, "=", integer(7))));
    add("index only", select(where(fixture.compare(a, "=", integer(7))), id));
    add("in list", where(new InList(false, id, List.of(integer(1), integer(2), integer(3)))));
    add(
        "row comparison",
        where(
            new RowComparison(
                ComparisonOperator.GREATER, List.of(id, a), List.of(integer(1), integer(2)))));
    add("partial", where(fixture.compare(a, "=", integer(5)), fixture.compare(b, "=", text("x"))));
    add(
        "partial like",
        select(
            where(fixture.compare(a, "=", integer(5)), new LikeExpression(b, text("abc%"))), id));
    add("expression", limit(where(fixture.compare(new TextLength(b), "=", integer(3))), 3));
    add(
        "or",
        where(
            new LogicExpression(
                false,
                List.of(fixture.compare(a, "=", integer(1)), fixture.compare(b, "=", text("x"))))));
    Expression either =
        or(fixture.compare(a, "=", integer(1)), fixture.compare(c, "=", integer(7)));
    add("or over two indexes", select(where(either, fixture.compare(id, "<>", integer(5))), id));
    add(
        "or with a scan",
        where(or(fixture.compare(c, "=", integer(7)), fixture.compare(a, "<>", id))));
    add("or over two indexes in order", sort(where(either), id, false));
    add(
        "or of ranges and lists",
        where(
            or(
                new LogicExpression(
                    true,
                    List.of(
                        fixture.compare(id, ">", integer(7)),
                        fixture.compare(id, "<", integer(9)),
                        fixture.compare(b, "=", text("x")))),
                new InList(false, c, List.of(integer(1), integer(2))),
                new NullTest(false, a))));
  }

  private static Expression or(Expression... alternatives) {
    return new LogicExpression(false, List.of(alternatives));
  }

  private void addOrders() {
    add("order by key", limit(sort(t, id, false), 10));
    add("order by key descending", limit(sort(t, id, true), 10));
    add("order by index", limit(sort(t, a, true), 10));
    add("order by c", limit(sort(t, c, false), 10));
    add("order by all", sort(t, a, false));
    add("order by id", sort(t, id, false));
    add("order of one", sort(where(fixture.compare(id, "=", integer(1))), a, false));
    add("limit", limit(t, 3));
  }

  private void addAggregates() {
    AggregateFunction max =
        new AggregateFunction(
            fixture.variable(INTEGER, "max"), "max", List.of(a), false, null, List.of());
    AggregateFunction min =
        new AggregateFunction(
            fixture.variable(INTEGER, "min"), "min", List.of(a), false, null, List.of());
    AggregateFunction count =
        new AggregateFunction(
            fixture.variable(BIGINT, "count"), "count", List.of(), false, null, List.of());
    add("max", LogicalOperator.Aggregate.of(t, List.of(), List.of(max)));
    add("min", LogicalOperator.Aggregate.of(t, List.of(), List.of(min)));
    add("count", LogicalOperator.Aggregate.of(t, List.of(), List.of(count)));
    add("group", LogicalOperator.Aggregate.of(t, List.of(a), List.of(count, max)));
    add("group by key", LogicalOperator.Aggregate.of(t, List.of(id), List.of(count)));
    LogicalPlan ofC = LogicalOperator.Aggregate.of(t, List.of(c), List.of(count));
    add("first groups", limit(sort(ofC, c, false), 5));
    add("first groups in any order", limit(ofC, 5));
    add("last groups", limit(sort(ofC, c, true), 5));
    add("first groups by their count", limit(sort(ofC, count.output(), true), 5));
    add("many first groups", limit(sort(ofC, c, false), 900_000));
    Expression large = fixture.compare(count.output(), ">", new Literal(BIGINT, 9L));
    add(
        "first groups of a filter",
        limit(sort(new LogicalOperator.Filter(ofC, List.of(large)), c, false), 5));
    LogicalPlan ofA = LogicalOperator.Aggregate.of(t, List.of(a, id), List.of(max));
    add("first groups by one of two keys", limit(sort(ofA, a, true), 5));
  }

  private void addJoins() {
    Expression equal = fixture.compare(a, "=", column(u, "id"));
    add("hash join", LogicalJoin.of(LogicalJoin.Kind.INNER, t, u, List.of(equal)));
    add(
        "lookup join",
        LogicalJoin.of(
            LogicalJoin.Kind.LEFT,
            where(new InList(false, id, List.of(integer(2), integer(5), integer(7)))),
            u,
            List.of(equal)));
    add(
        "hash join of few rows",
        LogicalJoin.of(
            LogicalJoin.Kind.LEFT,
            where(fixture.compare(id, "<", integer(9)), fixture.compare(id, ">", integer(1))),
            u,
            List.of(equal)));
    LogicalPlan one = where(fixture.compare(id, "=", integer(9)));
    add("lookup join of one", LogicalJoin.of(LogicalJoin.Kind.SEMI, one, u, List.of(equal)));
    add(
        "merge join",
        sort(
            LogicalJoin.of(
                LogicalJoin.Kind.INNER, t, u, List.of(fixture.compare(id, "=", column(u, "id")))),
            id,
            false));
    LogicalPlan inner = new LogicalOperator.Filter(u, List.of(equal));
    add("lateral", new LogicalJoin(LogicalJoin.Kind.LEFT, t, inner, List.of(), true));
  }

  private void addSubqueries() {
    LogicalPlan inner =
        new LogicalOperator.Filter(u, List.of(fixture.compare(a, "=", column(u, "id"))));
    add(
        "scalar subquery",
        where(
            fixture.compare(
                a,
                "=",
                new LogicalSubquery.Scalar(
                    select(
                        new LogicalOperator.Filter(
                            u, List.of(fixture.compare(column(u, "a"), "=", a))),
                        column(u, "c"))))));
    add("exists", where(new LogicalSubquery.Exists(inner)));
    Assignment outer = new Assignment(fixture.variable(INTEGER, "x"), a);
    LogicalPlan outerOnly = new LogicalOperator.Project(u, List.of(outer));
    add("outer column", where(fixture.compare(id, "=", new LogicalSubquery.Scalar(outerOnly))));
    add(
        "uncorrelated",
        where(
            fixture.compare(
                id,
                "=",
                new LogicalSubquery.Scalar(
                    LogicalOperator.Aggregate.of(
                        u,
                        List.of(),
                        List.of(
                            new AggregateFunction(
                                fixture.variable(INTEGER, "m"),
                                "max",
                                List.of(column(u, "a")),
                                false,
                                null,
                                List.of())))))));
  }

  private void addSets() {
    Variable n = fixture.variable(INTEGER, "n");
    LogicalSet.CommonTable w =
        new LogicalSet.CommonTable(1, "w", select(t, a), LogicalSet.Evaluation.MATERIALIZED);
    Variable x = fixture.variable(INTEGER, "x");
    Variable y = fixture.variable(INTEGER, "y");
    add(
        "cte",
        new LogicalSet.With(
            List.of(w),
            LogicalJoin.of(
                LogicalJoin.Kind.INNER,
                new LogicalSource.CteReference(1, "w", List.of(x)),
                new LogicalSource.CteReference(1, "w", List.of(y)),
                List.of(fixture.compare(x, "=", y)))));
    add(
        "append",
        new LogicalSet.SetOperation(
            LogicalSet.Kind.UNION,
            true,
            List.of(select(t, a), select(u, column(u, "id"))),
            List.of(n)));
    add(
        "union",
        new LogicalSet.SetOperation(
            LogicalSet.Kind.UNION,
            false,
            List.of(select(t, a), select(u, column(u, "id"))),
            List.of(n)));
    addUnionJoins(n);
  }

  private void addUnionJoins(Variable n) {
    LogicalSource.TableScan v = fixture.scan(T, "v");
    LogicalPlan union =
        new LogicalSet.SetOperation(
            LogicalSet.Kind.UNION,
            true,
            List.of(select(u, column(u, "c")), select(v, column(v, "id"))),
            List.of(n));
    List<Expression> equal = List.of(fixture.compare(a, "=", n));
    LogicalPlan few = where(fixture.compare(id, "<", integer(9)), fixture.compare(id, ">", a));
    LogicalPlan one = where(fixture.compare(id, "=", integer(9)));
    add("union lookup", LogicalJoin.of(LogicalJoin.Kind.INNER, union, one, equal));
    add("left union lookup", LogicalJoin.of(LogicalJoin.Kind.LEFT, one, union, equal));
    add("union lookup of many", LogicalJoin.of(LogicalJoin.Kind.SEMI, few, union, equal));
    add("full join with union", LogicalJoin.of(LogicalJoin.Kind.FULL, one, union, equal));
  }
}
