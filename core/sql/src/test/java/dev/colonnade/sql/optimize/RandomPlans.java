package dev.colonnade.sql.optimize;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.LongArithmetic;
import dev.colonnade.sql.expression.arithmetic.LongDivision;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.expression.logic.CoalesceExpression;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Frame;
import dev.colonnade.sql.logical.LogicalOperator.FrameBound;
import dev.colonnade.sql.logical.LogicalOperator.FrameExclusion;
import dev.colonnade.sql.logical.LogicalOperator.FrameUnit;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalOperator.WindowFunction;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSet.CommonTable;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSource.CteReference;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.LogicalSubquery.Exists;
import dev.colonnade.sql.logical.LogicalSubquery.Quantified;
import dev.colonnade.sql.logical.LogicalSubquery.Scalar;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Generator of random plans over three small tables of BIGINT columns, one with a primary key. */
final class RandomPlans {
  private static final List<LogicalSet.Kind> SET_KINDS = List.of(LogicalSet.Kind.values());

  static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);

  static final List<Table> TABLES =
      List.of(
          Table.detached("r", schema("a", "b")),
          Table.detached("s", schema("c", "d", "e")),
          Table.detached(
              "t",
              TableSchema.builder()
                  .required("k", ColumnType.Plain.BIGINT)
                  .nullable("v", ColumnType.Plain.BIGINT)
                  .key("k")
                  .build()));

  private final Random random;
  private final Variables variables;
  private final List<CteReference> commonTables = new ArrayList<>();

  RandomPlans(Random random, Variables variables) {
    this.random = random;
    this.variables = variables;
  }

  private static TableSchema schema(String... names) {
    var builder = TableSchema.builder();
    for (String name : names) {
      builder.nullable(name, ColumnType.Plain.BIGINT);
    }
    return builder
        .required(Column.HIDDEN_KEY, ColumnType.Plain.BIGINT)
        .key(Column.HIDDEN_KEY)
        .build();
  }

  /** Returns rows of the tables by name. */
  static Map<String, List<List<@Nullable Object>>> tables(Random random) {
    Map<String, List<List<@Nullable Object>>> rows = new HashMap<>();
    for (Table table : TABLES) {
      List<List<@Nullable Object>> all = new ArrayList<>();
      int count = random.nextInt(5);
      for (int i = 0; i < count; i++) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Column column : table.schema().columns()) {
          row.add(!column.nullable() ? (Object) (long) i : constant(random));
        }
        all.add(row);
      }
      rows.put(table.objectName().name(), all);
    }
    return rows;
  }

  private static @Nullable Object constant(Random random) {
    return random.nextInt(5) == 0 ? null : (Object) (long) random.nextInt(3);
  }

  /** Returns a plan, sometimes with common table expressions. */
  LogicalPlan statement() {
    if (random.nextInt(4) > 0) {
      return plan(4, List.of());
    }
    LogicalPlan table = plan(2, List.of());
    int id = variables.planId();
    commonTables.add(new CteReference(id, "cte", table.columns()));
    LogicalPlan body = plan(4, List.of());
    LogicalSet.Evaluation evaluation =
        random.nextBoolean() ? LogicalSet.Evaluation.INLINED : LogicalSet.Evaluation.MATERIALIZED;
    return new With(List.of(new CommonTable(id, "cte", table, evaluation)), body);
  }

  private LogicalPlan plan(int depth, List<Variable> outer) {
    if (depth <= 0) {
      return source(outer);
    }
    return switch (random.nextInt(14)) {
      case 0, 1, 2 -> filter(depth, outer);
      case 3, 4 -> project(depth, outer);
      case 5, 6 -> join(depth, outer);
      case 7 -> dependent(depth, outer);
      case 8, 9 -> aggregate(plan(depth - 1, outer), outer, random.nextInt(3) > 0);
      case 10 -> set(depth, outer);
      case 11 -> limit(plan(depth - 1, outer), outer);
      case 12 -> window(plan(depth - 1, outer));
      default -> source(outer);
    };
  }

  private LogicalPlan source(List<Variable> outer) {
    int kind = random.nextInt(8);
    if (kind == 0 && !commonTables.isEmpty()) {
      CteReference table = commonTables.getFirst();
      List<Variable> columns = table.columns().stream().map(variables::copyOf).toList();
      return new CteReference(table.cteId(), table.name(), columns);
    }
    if (kind == 1) {
      List<List<Expression>> rows = new ArrayList<>();
      int count = random.nextInt(3);
      for (int i = 0; i < count; i++) {
        rows.add(List.of(leaf(outer), leaf(outer)));
      }
      return new Rows(rows, List.of(variable("x"), variable("y")));
    }
    LogicalPlan scan = scan(TABLES.get(random.nextInt(TABLES.size())));
    if (outer.isEmpty() || random.nextInt(4) == 0) {
      return scan;
    }
    Expression correlated =
        new Comparison(
            random.nextInt(4) == 0 ? operator() : ComparisonOperator.EQUAL,
            any(scan.columns()),
            any(outer));
    return new Filter(scan, List.of(correlated));
  }

  /** Returns a scan of the visible columns of a table. */
  LogicalPlan scan(Table table) {
    List<TableColumn> read = new ArrayList<>();
    List<Column> columns = table.schema().columns();
    for (int i = 0; i < columns.size(); i++) {
      if (!columns.get(i).name().equals(Column.HIDDEN_KEY)) {
        read.add(new TableColumn(columns.get(i), i, variable(columns.get(i).name())));
      }
    }
    return new TableScan(table, table.objectName().name(), read);
  }

  private Variable variable(String name) {
    return variables.create(BIGINT, name);
  }

  private Variable any(List<Variable> some) {
    return some.get(random.nextInt(some.size()));
  }

  private Expression leaf(List<Variable> scope) {
    return scope.isEmpty() || random.nextInt(3) == 0
        ? new Literal(BIGINT, constant(random))
        : any(scope);
  }

  private static List<Variable> all(List<Variable> some, List<Variable> others) {
    List<Variable> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  private LogicalPlan filter(int depth, List<Variable> outer) {
    LogicalPlan input = plan(depth - 1, outer);
    List<Variable> scope = all(input.columns(), outer);
    List<Expression> predicates = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      predicates.add(predicate(depth, scope));
    }
    return new Filter(input, predicates);
  }

  private LogicalPlan project(int depth, List<Variable> outer) {
    LogicalPlan input = plan(depth - 1, outer);
    List<Variable> scope = all(input.columns(), outer);
    List<Assignment> assignments = new ArrayList<>();
    for (Variable column : input.columns()) {
      if (random.nextBoolean()) {
        assignments.add(Assignment.of(column));
      }
    }
    assignments.add(new Assignment(variable("p"), value(depth, scope)));
    return new Project(input, assignments);
  }

  private LogicalPlan join(int depth, List<Variable> outer) {
    LogicalPlan left = plan(depth - 1, outer);
    LogicalPlan right = plan(depth - 2, outer);
    Kind[] kinds = {Kind.INNER, Kind.INNER, Kind.LEFT, Kind.LEFT, Kind.FULL, Kind.SEMI, Kind.ANTI};
    Kind kind = kinds[random.nextInt(kinds.length)];
    return LogicalJoin.of(kind, left, right, conditions(left, right, outer));
  }

  private List<Expression> conditions(LogicalPlan left, LogicalPlan right, List<Variable> outer) {
    List<Expression> conditions = new ArrayList<>();
    conditions.add(
        new Comparison(ComparisonOperator.EQUAL, any(left.columns()), any(right.columns())));
    if (random.nextInt(3) == 0) {
      List<Variable> scope = all(all(left.columns(), right.columns()), outer);
      conditions.add(predicate(0, scope));
    }
    return conditions;
  }

  private LogicalPlan dependent(int depth, List<Variable> outer) {
    LogicalPlan left = plan(depth - 2, outer);
    LogicalPlan right = plan(depth - 1, all(left.columns(), outer));
    Kind kind = random.nextBoolean() ? Kind.INNER : Kind.LEFT;
    List<Expression> conditions = random.nextBoolean() ? List.of() : conditions(left, right, outer);
    return new LogicalJoin(kind, left, right, conditions, true);
  }

  private LogicalPlan aggregate(LogicalPlan input, List<Variable> outer, boolean hasKeys) {
    List<Variable> keys = new ArrayList<>();
    if (hasKeys) {
      keys.add(any(input.columns()));
      if (random.nextBoolean()) {
        Variable other = any(input.columns());
        if (!keys.contains(other)) {
          keys.add(other);
        }
      }
    }
    List<AggregateFunction> functions = new ArrayList<>();
    for (int i = hasKeys ? random.nextInt(2) : 1 + random.nextInt(2); i > 0; i--) {
      functions.add(function(input, outer));
    }
    return Aggregate.of(input, keys, functions);
  }

  private AggregateFunction function(LogicalPlan input, List<Variable> outer) {
    String[] names = {"count", "count", "sum", "min", "max"};
    String name = names[random.nextInt(names.length)];
    boolean isStar = name.equals("count") && random.nextBoolean();
    List<Variable> scope = random.nextInt(6) == 0 ? all(input.columns(), outer) : input.columns();
    Expression argument = any(scope);
    Expression filter = random.nextInt(5) == 0 ? predicate(0, scope) : null;
    return new AggregateFunction(
        variable(name),
        name,
        isStar ? List.of() : List.of(argument),
        !isStar && random.nextInt(4) == 0,
        filter,
        List.of());
  }

  private LogicalPlan set(int depth, List<Variable> outer) {
    LogicalPlan left = narrow(plan(depth - 1, outer));
    LogicalPlan right = narrow(plan(depth - 1, outer));
    LogicalSet.Kind kind = SET_KINDS.get(random.nextInt(SET_KINDS.size()));
    return new SetOperation(
        kind, random.nextBoolean(), List.of(left, right), List.of(variable("u")));
  }

  private LogicalPlan narrow(LogicalPlan plan) {
    return new Project(plan, List.of(new Assignment(variable("n"), any(plan.columns()))));
  }

  private LogicalPlan limit(LogicalPlan input, List<Variable> outer) {
    List<SortItem> keys = new ArrayList<>();
    if (!outer.isEmpty() && random.nextInt(5) == 0) {
      keys.add(new SortItem(any(outer), false, false));
    }
    boolean isDescending = random.nextBoolean();
    input.columns().forEach(c -> keys.add(new SortItem(c, isDescending, random.nextBoolean())));
    Expression offset =
        random.nextInt(3) == 0 ? new Literal(BIGINT, (long) random.nextInt(2)) : null;
    Expression count =
        random.nextInt(5) == 0 ? null : new Literal(BIGINT, (long) random.nextInt(4));
    return new Limit(new Sort(input, keys), offset, count, List.of());
  }

  private LogicalPlan window(LogicalPlan input) {
    Frame frame =
        new Frame(
            FrameUnit.ROWS,
            new FrameBound(-1, null),
            new FrameBound(0, null),
            FrameExclusion.NOTHING);
    List<SortItem> order =
        input.columns().stream().map(c -> new SortItem(c, false, false)).toList();
    return new Window(
        input,
        random.nextBoolean() ? List.of() : List.of(any(input.columns())),
        order,
        frame,
        List.of(new WindowFunction(variable("w"), "row_number", List.of(), null)));
  }

  private ComparisonOperator operator() {
    ComparisonOperator[] all = ComparisonOperator.values();
    return all[random.nextInt(all.length)];
  }

  private Expression comparison(List<Variable> scope) {
    return new Comparison(
        random.nextBoolean() ? ComparisonOperator.EQUAL : operator(), leaf(scope), leaf(scope));
  }

  private Expression predicate(int depth, List<Variable> scope) {
    return switch (random.nextInt(depth > 0 ? 12 : 5)) {
      case 0 -> new NullTest(random.nextBoolean(), leaf(scope));
      case 1 ->
          new LogicExpression(
              random.nextBoolean(),
              List.of(predicate(depth - 1, scope), predicate(depth - 1, scope)));
      case 2 -> new TruthTest(test(), comparison(scope));
      case 3, 4 -> comparison(scope);
      case 5, 6 -> new Exists(plan(depth - 1, scope));
      case 7 -> new TruthTest(TruthTest.Test.NOT, new Exists(plan(depth - 1, scope)));
      case 8 -> in(depth, scope);
      case 9 -> new TruthTest(TruthTest.Test.NOT, in(depth, scope));
      case 10 -> quantified(depth, scope);
      default -> new Comparison(operator(), leaf(scope), scalar(depth, scope));
    };
  }

  private TruthTest.Test test() {
    TruthTest.Test[] all = TruthTest.Test.values();
    return all[random.nextInt(all.length)];
  }

  private Expression in(int depth, List<Variable> scope) {
    LogicalPlan plan = plan(depth - 1, scope);
    if (plan.columns().size() > 1 && random.nextInt(3) == 0) {
      LogicalPlan two =
          new Project(plan, plan.columns().subList(0, 2).stream().map(Assignment::of).toList());
      return new Quantified(
          ComparisonOperator.EQUAL, false, List.of(leaf(scope), leaf(scope)), two);
    }
    return new Quantified(ComparisonOperator.EQUAL, false, List.of(leaf(scope)), narrow(plan));
  }

  private Expression quantified(int depth, List<Variable> scope) {
    return new Quantified(
        operator(), random.nextBoolean(), List.of(leaf(scope)), narrow(plan(depth - 1, scope)));
  }

  private Expression scalar(int depth, List<Variable> scope) {
    LogicalPlan plan = plan(depth - 1, scope);
    switch (random.nextInt(3)) {
      case 0 -> plan = limitOne(plan);
      case 1 -> plan = aggregate(plan, scope, false);
      default -> {}
    }
    List<Variable> columns = plan.columns();
    if (random.nextInt(3) == 0) {
      plan = new Filter(plan, List.of(predicate(0, all(columns, scope))));
    }
    Expression value = random.nextBoolean() ? any(columns) : value(0, all(columns, scope));
    return new Scalar(new Project(plan, List.of(new Assignment(variable("q"), value))));
  }

  private LogicalPlan limitOne(LogicalPlan plan) {
    List<SortItem> keys = plan.columns().stream().map(c -> new SortItem(c, false, false)).toList();
    return new Limit(new Sort(plan, keys), null, new Literal(BIGINT, 1L), List.of());
  }

  private Expression value(int depth, List<Variable> scope) {
    return switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 0 -> new LongArithmetic(BIGINT, ArithmeticOperator.ADD, leaf(scope), leaf(scope));
      case 1 -> new CoalesceExpression(BIGINT, List.of(leaf(scope), value(depth - 1, scope)));
      case 2 ->
          new CaseExpression(
              BIGINT,
              List.of(predicate(depth - 1, scope)),
              List.of(value(depth - 1, scope), value(depth - 1, scope)));
      case 3 ->
          random.nextInt(4) == 0
              ? new LongDivision(BIGINT, ArithmeticOperator.DIVIDE, leaf(scope), leaf(scope))
              : leaf(scope);
      case 4 -> leaf(scope);
      default -> scalar(depth, scope);
    };
  }
}
