package dev.colonnade.jmh;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.join.JoinOrderer;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.statistics.TableStatistics;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Benchmark of ordering the joins of a query. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class JoinOrderBenchmark {
  private static final VectorType TYPE = VectorType.of(TypeKind.BIGINT);
  private static final int[] ROW_COUNTS = {1_000_000, 200, 30_000, 5, 800_000, 2_500};

  /** Shape of the equalities between tables. */
  public enum Shape {
    /** Each table equals the one before in a column of its own. */
    CHAIN,
    /** All tables equal columns of the first. */
    STAR,
    /** Any two tables have equal columns of their own. */
    CLIQUE,
    /** All tables equal each other in one column. */
    ONE_KEY
  }

  @Param({"12", "64"})
  public int tables;

  @Param public Shape shape;

  private LogicalPlan plan;
  private PlanningContext context;

  /** Builds the plan. */
  @Setup
  public void build() {
    Variables variables = new Variables();
    TableSchema schema = schema();
    List<LogicalSource.TableScan> scans = new ArrayList<>();
    for (int i = 0; i < tables; i++) {
      List<LogicalSource.TableColumn> read = new ArrayList<>();
      for (int k = 0; k < tables; k++) {
        Variable variable = variables.create(TYPE, "c" + k);
        read.add(new LogicalSource.TableColumn(schema.columns().get(k), k, variable));
      }
      scans.add(new LogicalSource.TableScan(Table.detached("t" + i, schema), "t" + i, read));
    }
    List<Expression> predicates = new ArrayList<>();
    for (int i = 0; i < tables; i++) {
      for (int k = i + 1; k < tables; k++) {
        boolean isJoined =
            switch (shape) {
              case CHAIN, ONE_KEY -> k == i + 1;
              case STAR -> i == 0;
              case CLIQUE -> true;
            };
        if (isJoined) {
          predicates.add(equality(scans, i, k));
        }
      }
    }
    LogicalPlan joined = scans.getFirst();
    for (LogicalPlan scan : scans.subList(1, tables)) {
      joined = LogicalJoin.of(LogicalJoin.Kind.INNER, joined, scan, List.of());
    }
    plan = new LogicalOperator.Filter(joined, predicates);
    context =
        new PlanningContext(
            variables, new RowCounts(), PlannerSettings.DEFAULT, Cancellation.withoutDeadline());
  }

  private TableSchema schema() {
    TableSchemaBuilder builder = TableSchema.builder();
    for (int i = 0; i < tables; i++) {
      builder.required("c" + i, ColumnType.Plain.BIGINT);
    }
    return builder.key("c0").build();
  }

  private Expression equality(List<LogicalSource.TableScan> scans, int one, int other) {
    boolean isOneKey = shape == Shape.ONE_KEY;
    return new Comparison(
        ComparisonOperator.EQUAL,
        scans.get(one).columns().get(isOneKey ? 0 : other),
        scans.get(other).columns().get(isOneKey || shape == Shape.CHAIN ? 0 : one));
  }

  @Benchmark
  public LogicalPlan order() {
    return JoinOrderer.order(plan, context);
  }

  /** Row counts by the numbers in the names of tables; no statistics of columns. */
  private static final class RowCounts implements PlannerStatistics {
    @Override
    public long rowCount(Table table) {
      int number = Integer.parseInt(table.name().substring(1));
      return ROW_COUNTS[number % ROW_COUNTS.length];
    }

    @Override
    public @Nullable TableStatistics statistics(Table table) {
      return null;
    }
  }
}
