package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.LockingClause;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.jspecify.annotations.Nullable;

/**
 * SELECT ... FOR UPDATE and its weaker forms: a query for rows and their keys, of which each is
 * locked before it is returned. Where rows may be skipped, the limit counts what is left of them.
 */
final class LockingStatement implements PreparedStatement {
  private final QueryStatement source;
  private final List<LockingQuery.Target> targets;
  private final @Nullable SqlNode offset;
  private final @Nullable SqlNode fetch;
  private final int width;

  private LockingStatement(
      QueryStatement source, List<LockingQuery.Target> targets, @Nullable SqlOrderBy limited) {
    this.source = source;
    this.targets = List.copyOf(targets);
    this.offset = limited == null ? null : limited.offset;
    this.fetch = limited == null ? null : limited.fetch;
    int keyWidth =
        targets.stream().mapToInt(target -> target.table().schema().keyColumns().size()).sum();
    this.width = source.columns().size() - keyWidth;
  }

  static PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlNode query,
      List<LockingClause> clauses,
      StatementTransaction transaction) {
    LockingQuery locking = new LockingQuery(transaction.names(), clauses);
    SqlNode keyed = locking.withKeys(query);
    SqlOrderBy limited = null;
    if (locking.isSkipping() && keyed instanceof SqlOrderBy ordered) {
      limited = ordered;
      keyed =
          new SqlOrderBy(ordered.getParserPosition(), ordered.query, ordered.orderList, null, null);
    }
    QueryStatement source = preparer.query(sql, keyed, transaction, UnaryOperator.identity());
    return new LockingStatement(source, locking.targets(), limited);
  }

  @Override
  public List<SqlColumn> columns() {
    return source.columns().subList(0, width);
  }

  @Override
  public List<SqlType> parameterTypes() {
    List<SqlType> types = new ArrayList<>(source.parameterTypes());
    for (SqlNode limit : Arrays.asList(offset, fetch)) {
      if (limit instanceof SqlDynamicParam parameter) {
        while (types.size() <= parameter.getIndex()) {
          types.add(SqlType.of(TypeKind.UNKNOWN));
        }
        types.set(parameter.getIndex(), SqlType.of(TypeKind.BIGINT));
      }
    }
    return types;
  }

  @Override
  public boolean isCacheable() {
    return true;
  }

  @Override
  public Effect effect() {
    return Effect.LOCKS;
  }

  @Override
  public StatementResult run(Execution execution) {
    long toSkip = limit(offset, execution, 0);
    long rowsMax = limit(fetch, execution, Long.MAX_VALUE);
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (InternalRows held = source.open(withOwnParameters(execution))) {
      for (@Nullable Object[] row = rowsMax == 0 ? null : held.next();
          row != null;
          row = rows.size() >= rowsMax ? null : held.next()) {
        if (lock(execution.transaction(), row)) {
          if (toSkip > 0) {
            toSkip--;
          } else {
            rows.add(shown(row));
          }
        }
      }
    }
    return StatementResult.rows("SELECT", columns(), rows);
  }

  /** The limit may have a parameter that the query alone does not have. */
  private Execution withOwnParameters(Execution execution) {
    int own = source.parameterTypes().size();
    List<@Nullable Object> given = execution.parameters();
    return given.size() <= own || given.size() != parameterTypes().size()
        ? execution
        : execution.with(given.subList(0, own));
  }

  /** Locks what a row is made of; false if a part of it is gone or skipped. */
  private boolean lock(StatementTransaction transaction, @Nullable Object[] row) {
    int at = width;
    for (LockingQuery.Target target : targets) {
      List<Column> columns = target.table().schema().keyColumns();
      List<Object> key = Rows.key(target.table(), Arrays.copyOfRange(row, at, at + columns.size()));
      at += columns.size();
      if (!transaction.locks().lock(target.table(), key, target.strength(), target.onLocked())) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Object[] shown(@Nullable Object[] held) {
    @Nullable Object[] row = new @Nullable Object[width];
    for (int i = 0; i < width; i++) {
      row[i] = QueryStatement.valueOf(source.columns().get(i).type(), held[i]);
    }
    return row;
  }

  private static long limit(@Nullable SqlNode limit, Execution execution, long absent) {
    Object value =
        switch (limit) {
          case null -> null;
          case SqlLiteral literal -> literal.bigDecimalValue();
          case SqlDynamicParam parameter -> execution.parameters().get(parameter.getIndex());
          default ->
              throw new ColonnadeException(
                  ErrorCode.UNSUPPORTED,
                  "LIMIT of a query that skips locked rows has to be a number: limit=" + limit);
        };
    return switch (value) {
      case null -> absent;
      case Number number -> number.longValue();
      default -> Long.parseLong(value.toString());
    };
  }
}
