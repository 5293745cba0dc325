package dev.colonnade.sql.statement;

import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.lower.QueryParameters;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.ParameterRows;
import dev.colonnade.sql.run.PlanStatistics;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.run.StatementContext;
import dev.colonnade.sql.system.object.SnapshotCatalogService;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BatchSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A query, and the rows that other statements get by one. */
public final class QueryStatement implements PreparedStatement {
  private final RunnableQuery query;
  private final List<SqlColumn> columns;
  private final List<SqlType> parameterTypes;
  private final boolean takesNames;

  QueryStatement(PlannedQuery planned, RunnableQuery query) {
    this.query = query;
    this.parameterTypes = planned.parameterTypes();
    this.takesNames = parameterTypes.stream().anyMatch(type -> type.kind().isNamedReference());
    List<SqlColumn> found = new ArrayList<>();
    int count = planned.hasNoList() ? 0 : planned.columnNames().size();
    for (int i = 0; i < count; i++) {
      found.add(
          SqlColumn.of(
              planned.columnNames().get(i),
              planned.columnTypes().get(i),
              planned.origins().get(i)));
    }
    this.columns = List.copyOf(found);
  }

  @Override
  public List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public List<SqlType> parameterTypes() {
    return parameterTypes;
  }

  @Override
  public boolean isCacheable() {
    return true;
  }

  /** Returns whether it is one row of expressions, and reads no table. */
  boolean isOneRowOfExpressions() {
    return query.plan() instanceof ScanPlan.Values values && values.rows().size() == 1;
  }

  /** Returns whether it is one row of so many parameters in their order, one for each value. */
  boolean isRowOfParameters(int count) {
    return !takesNames
        && query.plan() instanceof ScanPlan.Values values
        && values.rows().size() == 1
        && ParameterRows.isOf(values.rows().getFirst(), count);
  }

  @Override
  public boolean mayBlock() {
    return takesNames || query.mayBlock();
  }

  /** Returns the rows in their internal representation. */
  InternalRows open(Execution execution) {
    return open(execution, parametersOf(execution), null);
  }

  /**
   * Evaluates the one row of a query that reads no table, for each of several rows of parameters.
   *
   * @param given returns the row of parameters for an index
   * @param rows accepts the rows with values in their internal representation
   */
  void openEach(
      Execution execution,
      int count,
      IntFunction<@Nullable Object[]> given,
      Consumer<@Nullable Object[]> rows) {
    if (!takesNames
        && query.plan() instanceof ScanPlan.Values values
        && values.rows().size() == 1) {
      new ParameterRows(values, parameterTypes, contextOf(execution, none(execution)))
          .evaluate(count, given, rows);
      return;
    }
    for (int i = 0; i < count; i++) {
      try (InternalRows held = open(execution.with(Arrays.asList(given.apply(i))))) {
        for (@Nullable Object[] row = held.next(); row != null; row = held.next()) {
          rows.accept(row);
        }
      }
    }
  }

  /** Variant of {@link #open(Execution)} that runs the plan and measures every operator. */
  InternalRows open(Execution execution, PlanStatistics statistics) {
    return open(execution, parametersOf(execution), statistics);
  }

  private InternalRows open(
      Execution execution, QueryParameters parameters, @Nullable PlanStatistics statistics) {
    StatementContext context = contextOf(execution, parameters);
    return statistics == null ? query.run(context) : query.run(context, statistics);
  }

  private static QueryParameters none(Execution execution) {
    return QueryParameters.none(execution.transaction().startMicros());
  }

  private static StatementContext contextOf(Execution execution, QueryParameters parameters) {
    return new StatementContext(
        execution.transaction(),
        parameters,
        execution.cancellation(),
        new StatementMetadata(execution),
        execution.resources(),
        MemorySettings.limits(execution.settings()));
  }

  private QueryParameters parametersOf(Execution execution) {
    return QueryParameters.of(
        parameterTypes,
        takesNames ? numbered(execution) : execution.parameters(),
        execution.transaction().startMicros());
  }

  /** With numbers in the places of the names of things of the catalogue. */
  private List<@Nullable Object> numbered(Execution execution) {
    SnapshotCatalogService names =
        new SnapshotCatalogService(new SystemCatalogView(new StatementMetadata(execution)));
    List<@Nullable Object> numbered = new ArrayList<>(execution.parameters());
    int count = Math.min(numbered.size(), parameterTypes.size());
    for (int i = 0; i < count; i++) {
      TypeKind kind = parameterTypes.get(i).kind();
      if (kind.isNamedReference() && numbered.get(i) instanceof String name && !isNumber(name)) {
        numbered.set(i, names.oidOf(kind, name));
      }
    }
    return numbered;
  }

  private static boolean isNumber(String name) {
    return !name.isEmpty() && name.chars().allMatch(Character::isDigit);
  }

  @Override
  public StatementResult run(Execution execution) {
    return new QueryOutcome(columns, open(execution));
  }

  /** A value as users see it: CHAR comes with the blanks that are not kept. */
  static @Nullable Object valueOf(SqlType type, @Nullable Object held) {
    return type.kind() == TypeKind.CHAR && held instanceof String text
        ? Texts.padded(text, type.precision())
        : ValueConverter.toJava(type, held);
  }

  /** The rows as users see them. */
  private static final class QueryOutcome implements StatementResult {
    private final List<SqlColumn> columns;
    private final InternalRows rows;
    private long count;

    QueryOutcome(List<SqlColumn> columns, InternalRows rows) {
      this.columns = columns;
      this.rows = rows;
    }

    @Override
    public String command() {
      return "SELECT";
    }

    @Override
    public List<SqlColumn> columns() {
      return columns;
    }

    @Override
    public long updateCount() {
      return count;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      @Nullable Object[] held = rows.next();
      if (held == null) {
        return null;
      }
      count++;
      @Nullable Object[] row = new @Nullable Object[columns.size()];
      for (int i = 0; i < row.length; i++) {
        row[i] = valueOf(columns.get(i).type(), held[i]);
      }
      return row;
    }

    @Override
    public @Nullable BatchSource batches() {
      return columns.isEmpty() ? null : rows.batches();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
