package dev.colonnade.sql.frontend.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.execute.scan.KeySpans;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.run.context.QueryParameters;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.statement.BatchExecution;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.context.StatementContexts;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Batch execution of an UPDATE or DELETE of one row by its key, of a table without references to
 * itself: executions for different keys are independent of each other. All rows are read first and
 * then written together.
 */
final class ChangeBatchExecution implements BatchExecution {
  private static final Predicate<Expression> SUBQUERY = ChangeBatchExecution::hasSubquery;

  private final Table table;
  private final List<Column> assigned;
  private final List<SqlType> types;
  private final List<SqlType> parameterTypes;
  private final RunnableQuery source;

  /** Query of the key of the row of an execution. */
  private final RunnableQuery key;

  private final boolean isDelete;

  private ChangeBatchExecution(
      ModifyPlan.TableChange plan,
      ScanPlan.Values key,
      List<Column> assigned,
      List<SqlType> parameterTypes) {
    this.table = plan.table();
    this.assigned = List.copyOf(assigned);
    this.types =
        Stream.concat(table.schema().keyColumns().stream(), assigned.stream())
            .map(column -> TypeMapping.sqlType(column.type()))
            .toList();
    this.parameterTypes = List.copyOf(parameterTypes);
    this.source = new RunnableQuery(new StatementPart(plan.source(), parameterTypes));
    this.key = new RunnableQuery(new StatementPart(key, parameterTypes));
    this.isDelete = plan instanceof ModifyPlan.Delete;
  }

  /** Returns the batch execution of a change; null if it has none. */
  static @Nullable BatchExecution find(PhysicalPlan plan, List<SqlType> parameterTypes) {
    return switch (plan) {
      case ModifyPlan.Update update
          when update.checks().isEmpty()
              && update.assigned().stream().noneMatch(column -> isKey(update.table(), column.id()))
              && update.table().descriptor().properties().generated().keySet().stream()
                  .noneMatch(columnId -> isKey(update.table(), columnId)) ->
          find(update, update.assigned(), parameterTypes);
      case ModifyPlan.Delete delete -> find(delete, List.of(), parameterTypes);
      default -> null;
    };
  }

  private static boolean isKey(Table table, int columnId) {
    return table.schema().isKey(columnId);
  }

  private static @Nullable BatchExecution find(
      ModifyPlan.TableChange change, List<Column> assigned, List<SqlType> parameterTypes) {
    Table table = change.table();
    boolean refersToItself =
        table.descriptor().constraints().foreignKeys().stream()
            .anyMatch(reference -> reference.target().tableId() == table.id());
    ScanPlan.Values key = keyOf(change.source(), table);
    return refersToItself || !change.columns().isEmpty() || key == null
        ? null
        : new ChangeBatchExecution(change, key, assigned, parameterTypes);
  }

  /** Returns the key of the only row that a source may read; null if it may read others. */
  private static ScanPlan.@Nullable Values keyOf(PhysicalPlan source, Table table) {
    return switch (source) {
      case RowPlan.Project project when project.expressions().stream().noneMatch(SUBQUERY) ->
          keyOf(project.input(), table);
      case RowPlan.Filter filter when !SUBQUERY.test(filter.predicate()) ->
          keyOf(filter.input(), table);
      case ScanPlan.TableScan scan when scan.table().id() == table.id() -> keyOf(scan);
      default -> null;
    };
  }

  private static ScanPlan.@Nullable Values keyOf(ScanPlan.TableScan scan) {
    ScanPlan.PointKey point = scan.point();
    if (point == null || point.index() != null || point.values().stream().anyMatch(SUBQUERY)) {
      return null;
    }
    List<PlanColumn> columns =
        point.values().stream()
            .map(value -> new PlanColumn("key", VectorType.of(value.type().kind())))
            .toList();
    return new ScanPlan.Values(List.of(point.values()), columns, scan.estimate());
  }

  private static boolean hasSubquery(Expression expression) {
    return expression.subquery() != null || expression.operands().stream().anyMatch(SUBQUERY);
  }

  @Override
  public long @Nullable [] execute(Execution execution, List<List<@Nullable Object>> parameters) {
    StatementContext context = StatementContexts.of(execution.with(List.of()), 0);
    List<RowChange> changes = new ArrayList<>(parameters.size());
    Set<Key> keys = new HashSet<>();
    long[] counts = new long[parameters.size()];
    for (int i = 0; i < counts.length; i++) {
      context.cancellation().check();
      StatementContext own = context.with(parametersOf(parameters.get(i)));
      Key key = key(own);
      if (key == null || !keys.add(key)) {
        return null; // a later execution has to see the effect of an earlier one
      }
      RowChange change = change(own);
      if (change != null) {
        changes.add(change);
        counts[i] = 1;
      }
    }
    if (execution.transaction().writes().write(table, changes) != changes.size()) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE, "could not serialize access due to concurrent update");
    }
    return counts;
  }

  private List<@Nullable Object> parametersOf(List<@Nullable Object> given) {
    if (given.size() != parameterTypes.size()) {
      throw QueryParameters.wrongCount(parameterTypes.size(), given.size());
    }
    return given;
  }

  /** Returns the key of the row of an execution; null if no row can have it. */
  private @Nullable Key key(StatementContext context) {
    List<Column> columns = table.schema().keyColumns();
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    try (InternalRows rows = key.run(context)) {
      @Nullable Object[] row = requireNonNull(rows.next(), "key has no row");
      List<VectorType> keyTypes = key.plan().types();
      for (int i = 0; i < values.length; i++) {
        Object value = ValueConverter.toJava(keyTypes.get(i).kind(), row[i]);
        values[i] = KeySpans.keyValue(columns.get(i).type(), value);
        if (values[i] == null) {
          return null;
        }
      }
    }
    return table.format().keyCodec().prefix(values);
  }

  private @Nullable RowChange change(StatementContext context) {
    try (InternalRows rows = source.run(context)) {
      @Nullable Object[] row = rows.next();
      if (row == null) {
        return null;
      }
      int keyWidth = table.schema().primaryKey().size();
      List<Object> found = new ArrayList<>(keyWidth);
      List<@Nullable Object> values = new ArrayList<>(assigned.size());
      for (int i = 0; i < types.size(); i++) {
        Object value = ValueConverter.toJava(types.get(i), row[i]);
        if (i < keyWidth) {
          found.add(requireNonNull(value, "key column is NULL"));
        } else {
          values.add(value);
        }
      }
      return isDelete ? new RowChange.Delete(found) : new RowChange.Update(found, assigned, values);
    }
  }
}
