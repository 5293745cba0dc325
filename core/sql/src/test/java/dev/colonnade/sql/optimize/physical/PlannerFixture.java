package dev.colonnade.sql.optimize.physical;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.explain.Explanation;
import dev.colonnade.sql.explain.PlanDisplay;
import dev.colonnade.sql.explain.QueryTimes;
import dev.colonnade.sql.explain.StatisticsSource;
import dev.colonnade.sql.explain.format.ExplainFormat;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.context.IndexExpressions;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.run.context.StatementParameters;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.statistics.TableStatistics;
import dev.colonnade.type.schema.Column;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fixture: hand-built logical plans, their physical plans as text, and their rows. */
final class PlannerFixture {
  static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  static final VectorType TEXT = VectorType.of(TypeKind.TEXT);

  final Variables variables = new Variables();
  final ExpressionBuilder builder = new ExpressionBuilder();
  private final long rowCount;
  private IndexExpressions indexExpressions = IndexExpressions.NONE;

  /** Creates a fixture whose tables have some number of rows. */
  PlannerFixture(long rowCount) {
    this.rowCount = rowCount;
  }

  void use(IndexExpressions expressions) {
    indexExpressions = expressions;
  }

  Variable variable(VectorType type, String name) {
    return variables.create(type, name);
  }

  /** Returns rows of integers; null is NULL. */
  LogicalSource.Rows rows(List<Variable> columns, List<List<@Nullable Integer>> values) {
    List<List<Expression>> rows = new ArrayList<>();
    for (List<@Nullable Integer> row : values) {
      List<Expression> literals = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        literals.add(new Literal(columns.get(i).type(), row.get(i)));
      }
      rows.add(literals);
    }
    return new LogicalSource.Rows(rows, columns);
  }

  /** Returns a scan of all columns of a table. */
  LogicalSource.TableScan scan(Table table, String alias) {
    List<TableColumn> read = new ArrayList<>();
    List<Column> columns = table.schema().columns();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      Variable variable =
          variables.create(dev.colonnade.sql.execute.scan.ColumnTypes.of(column), column.name());
      read.add(new TableColumn(column, i, variable));
    }
    return new LogicalSource.TableScan(table, alias, read);
  }

  static Variable column(LogicalPlan plan, String name) {
    for (Variable variable : plan.columns()) {
      if (variable.name().equals(name)) {
        return variable;
      }
    }
    throw new IllegalArgumentException("no column: name=" + name);
  }

  static Literal integer(int value) {
    return new Literal(INTEGER, value);
  }

  static Literal text(String value) {
    return new Literal(TEXT, value);
  }

  Expression compare(Expression left, String symbol, Expression right) {
    ComparisonOperator operator =
        Arrays.stream(ComparisonOperator.values())
            .filter(one -> one.symbol().equals(symbol))
            .findFirst()
            .orElseThrow();
    return builder.compare(operator, left, right);
  }

  PhysicalPlan plan(LogicalPlan plan) {
    return PhysicalPlanner.plan(
        plan,
        new PlanningContext(
            variables,
            new PlannerStatistics() {
              @Override
              public long rowCount(Table table) {
                return rowCount;
              }

              @Override
              public @Nullable TableStatistics statistics(Table table) {
                return null;
              }
            },
            PlannerSettings.DEFAULT,
            Cancellation.withoutDeadline(),
            indexExpressions,
            List.of()));
  }

  /** Returns EXPLAIN of the physical plan. */
  String explain(LogicalPlan plan) {
    PlanDisplay display =
        new PlanDisplay(false, false, false, false, false, false, ExplainFormat.TEXT);
    return String.join(
        "\n",
        new Explanation(display, StatisticsSource.NONE, _ -> "public")
            .lines(plan(plan), new QueryTimes(0, 0)));
  }

  /** Returns the rows of the physical plan. */
  List<List<@Nullable Object>> execute(LogicalPlan plan, Path folder) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    try (ExecutionResources resources = ExecutionResources.at(folder);
        InternalRows rows =
            new RunnableQuery(new StatementPart(plan(plan), List.of()))
                .run(
                    new StatementContext(
                        noTransaction(),
                        new StatementParameters(List.of(), (_, _) -> 0, () -> InputContext.DEFAULT),
                        Cancellation.withoutDeadline(),
                        StatementServices.NONE,
                        resources,
                        new StatementContext.Limits(1 << 24, -1, 0, 0)))) {
      for (@Nullable Object @Nullable [] row = rows.next(); row != null; row = rows.next()) {
        all.add(Arrays.asList(row));
      }
    }
    return all;
  }

  private static StatementTransaction noTransaction() {
    return (StatementTransaction)
        Proxy.newProxyInstance(
            StatementTransaction.class.getClassLoader(),
            new Class<?>[] {StatementTransaction.class},
            (_, method, _) -> {
              throw new IllegalStateException("no transaction: method=" + method.getName());
            });
  }
}
