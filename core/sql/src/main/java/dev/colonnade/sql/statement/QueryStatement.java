package dev.colonnade.sql.statement;

import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.lower.QueryParameters;
import dev.colonnade.sql.run.InternalRows;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A query, and the rows that other statements get by one. */
public final class QueryStatement implements PreparedStatement {
  private final RunnableQuery query;
  private final List<SqlColumn> columns;
  private final List<SqlType> parameterTypes;
  private final boolean takesNames;

  /** Fast path that does not run {@link #query}; null if there is none. */
  private final @Nullable FastPathPlan direct;

  /** Fast path for the rows of a statement that writes them; null if there is none. */
  private final @Nullable FastPathPlan source;

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
    this.direct = FastPathPlan.of(planned);
    this.source = direct == null ? FastPathRows.of(planned) : direct;
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

  /** Returns whether it is one row of literals, and reads no table. */
  boolean isOneWrittenRow() {
    return source instanceof FastPathRows rows && rows.isOne();
  }

  /** Returns whether it is one row of so many parameters in their order, one for each value. */
  boolean isRowOfParameters(int count) {
    return source instanceof FastPathRows rows && !takesNames && rows.isOfParameters(count);
  }

  @Override
  public boolean isShort() {
    return !takesNames
        && switch (source) {
          case FastPathLookup read -> read.isQuick();
          case FastPathRows rows -> rows.isQuick();
          case FastPathNextValue _ -> true;
          case null -> false;
        };
  }

  /** The rows with values as they are held. */
  InternalRows open(Execution execution) {
    QueryParameters parameters = parametersOf(execution);
    if (source != null) {
      execution.cancellation().check();
      List<@Nullable Object[]> rows = source.rows(execution, parameters, true);
      if (rows != null) {
        return InternalRows.of(rows);
      }
    }
    return open(execution, parameters, null);
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
    if (source instanceof FastPathRows direct && !takesNames) {
      QueryParameters.Changing parameters =
          QueryParameters.changing(parameterTypes, execution.transaction().startMicros());
      Supplier<@Nullable Object[]> row = direct.repeated(execution, parameters::held);
      for (int i = 0; i < count; i++) {
        execution.cancellation().check();
        parameters.set(given.apply(i));
        rows.accept(row.get());
      }
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
    StatementContext context =
        new StatementContext(
            execution.transaction(),
            parameters,
            execution.cancellation(),
            new StatementMetadata(execution),
            execution.resources(),
            MemorySettings.limits(execution.settings()));
    return statistics == null ? query.run(context) : query.run(context, statistics);
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
  public @Nullable StatementResult tryRun(Execution execution) {
    return direct == null ? null : directly(direct, execution, parametersOf(execution), false);
  }

  @Override
  public @Nullable StatementResult runShort(Execution execution) {
    return direct == null ? null : directly(direct, execution, parametersOf(execution), true);
  }

  private @Nullable StatementResult directly(
      FastPathPlan plan, Execution execution, QueryParameters parameters, boolean mayWait) {
    List<@Nullable Object[]> rows = plan.rows(execution, parameters, mayWait);
    return rows == null ? null : new QueryOutcome(columns, InternalRows.of(rows));
  }

  @Override
  public StatementResult run(Execution execution) {
    QueryParameters parameters = parametersOf(execution);
    if (direct != null) {
      execution.cancellation().check();
      StatementResult outcome = directly(direct, execution, parameters, true);
      if (outcome != null) {
        return outcome;
      }
    }
    return new QueryOutcome(columns, open(execution, parameters, null));
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
