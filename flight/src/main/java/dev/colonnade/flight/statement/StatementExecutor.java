package dev.colonnade.flight.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.flight.result.ResultStream;
import dev.colonnade.flight.result.StreamGate;
import dev.colonnade.flight.session.ClientStatement;
import dev.colonnade.flight.session.CompletedResult;
import dev.colonnade.flight.session.FlightSession;
import dev.colonnade.flight.session.PendingStatement;
import dev.colonnade.flight.session.SessionUse;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.syntax.command.SessionControl;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** Executor of the statements of all sessions. Thread-safe; a call waits for its statement. */
public final class StatementExecutor {
  /** Maximum number of rows that a statement which changes data returns by RETURNING. */
  static final int COMPLETED_ROWS_MAX = 100_000;

  /** Commands that change data and may return rows. */
  private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

  private final BufferAllocator allocator;

  public StatementExecutor(BufferAllocator allocator) {
    this.allocator = requireNonNull(allocator, "allocator is null");
  }

  /** Prepares the only statement of a text, without adding it to the session. */
  public ClientStatement prepare(FlightSession session, String text, String transaction) {
    Cancellation cancellation = Cancellation.withoutDeadline();
    try (SessionUse use = session.use(transaction, cancellation)) {
      SqlPrepared prepared = use.call(sql -> prepared(sql, text, cancellation));
      return new ClientStatement(
          text, transaction, isQuery(prepared), prepared.parameterTypes(), prepared.columns());
    }
  }

  /** Announced statement: its columns, and its result if it is executed already. */
  public record Announcement(List<SqlColumn> columns, @Nullable CompletedResult completed) {
    public Announcement {
      columns = List.copyOf(columns);
    }
  }

  /**
   * Prepares a statement, and executes one that changes data or definitions: its effect must not
   * depend on whether the client requests its rows. Queries wait until then.
   */
  public Announcement announce(
      FlightSession session,
      String text,
      String transaction,
      List<List<@Nullable Object>> parameters) {
    Cancellation cancellation = Cancellation.withoutDeadline();
    try (SessionUse use = session.use(transaction, cancellation)) {
      SqlPrepared prepared =
          use.call(
              sql -> {
                sql.began(text);
                return prepared(sql, text, cancellation);
              });
      if (isQuery(prepared)) {
        return new Announcement(prepared.columns(), null);
      }
      List<List<@Nullable Object>> rows = new ArrayList<>();
      long[] count = new long[1];
      Runnable execution =
          () -> {
            for (List<@Nullable Object> one : executions(parameters)) {
              count[0] += executeNow(use, prepared, one, rows);
            }
          };
      if (prepared.columns().isEmpty() && parameters.size() <= 1) {
        execution.run();
      } else {
        inOneTransaction(use, execution);
      }
      return new Announcement(
          prepared.columns(), new CompletedResult(prepared.columns(), rows, count[0]));
    }
  }

  private static boolean isQuery(SqlPrepared prepared) {
    return !prepared.columns().isEmpty() && !WRITES.contains(prepared.command());
  }

  private static List<List<@Nullable Object>> executions(List<List<@Nullable Object>> parameters) {
    return parameters.isEmpty() ? List.of(List.of()) : parameters;
  }

  private static long executeNow(
      SessionUse use,
      SqlPrepared prepared,
      List<@Nullable Object> parameters,
      List<List<@Nullable Object>> rows) {
    return use.call(
        sql -> {
          try (SqlResult result = sql.execute(prepared, use.cancellation(), parameters)) {
            if (result.columns().isEmpty()) {
              return result.updateCount();
            }
            for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
              if (rows.size() == COMPLETED_ROWS_MAX) {
                throw new ColonnadeException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the statement returns too many changed rows: max=" + COMPLETED_ROWS_MAX);
              }
              rows.add(Arrays.asList(row));
            }
            return result.updateCount();
          }
        });
  }

  private static SqlPrepared prepared(SqlSession sql, String text, Cancellation cancellation) {
    List<SqlText> texts = sql.parse(text, cancellation);
    if (texts.size() != 1) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          texts.isEmpty()
              ? "syntax error at end of input"
              : "cannot insert multiple commands into a prepared statement");
    }
    SqlPrepared prepared = sql.prepare(texts.getFirst(), List.of(), cancellation);
    requireExecutable(prepared);
    return prepared;
  }

  private static void requireExecutable(SqlPrepared prepared) {
    SessionControl command = prepared.sessionCommand();
    if (command instanceof TransactionCommand.Begin
        || command instanceof TransactionCommand.Commit
        || command instanceof TransactionCommand.Rollback) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "%s is not a statement of Flight SQL: transactions begin and end by actions"
              .formatted(prepared.command()));
    }
    if (prepared.copy() != null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "COPY is not possible in Flight SQL: execute a query, or insert rows by bulk ingestion");
    }
  }

  /** Executes an announced statement and sends its rows. */
  public void stream(
      FlightSession session,
      PendingStatement statement,
      ServerStreamListener stream,
      StreamGate gate,
      Cancellation cancellation) {
    CompletedResult completed = statement.completed();
    if (completed != null) {
      try (ResultStream rows = new ResultStream(completed.columns(), stream, gate, allocator)) {
        rows.send(completed.rows());
      }
      return;
    }
    stream(
        session, statement.transaction(), statement.text(), List.of(), stream, gate, cancellation);
  }

  /** Executes a prepared statement with its bound parameters and sends its rows. */
  public void stream(
      FlightSession session,
      ClientStatement statement,
      ServerStreamListener stream,
      StreamGate gate,
      Cancellation cancellation) {
    stream(
        session,
        statement.transaction(),
        statement.text(),
        statement.parameters(),
        stream,
        gate,
        cancellation);
  }

  private void stream(
      FlightSession session,
      String transaction,
      String text,
      List<List<@Nullable Object>> parameters,
      ServerStreamListener stream,
      StreamGate gate,
      Cancellation cancellation) {
    try (SessionUse use = session.use(transaction, cancellation)) {
      SqlPrepared prepared =
          use.call(
              sql -> {
                sql.began(text);
                return prepared(sql, text, cancellation);
              });
      try (ResultStream rows = new ResultStream(prepared.columns(), stream, gate, allocator)) {
        if (parameters.size() <= 1) {
          sendOne(use, prepared, parameters.isEmpty() ? List.of() : parameters.getFirst(), rows);
        } else {
          inOneTransaction(
              use,
              () -> {
                for (List<@Nullable Object> row : parameters) {
                  sendOne(use, prepared, row, rows);
                }
              });
        }
      }
    }
  }

  private static void sendOne(
      SessionUse use, SqlPrepared prepared, List<@Nullable Object> parameters, ResultStream rows) {
    SqlResult result = use.call(sql -> sql.execute(prepared, use.cancellation(), parameters));
    try {
      if (!result.columns().equals(prepared.columns())) {
        throw new ColonnadeException(
            ErrorCode.RESULT_TYPE_CHANGED, "cached plan must not change result type");
      }
      rows.send(result, use);
    } finally {
      use.call(
          sql -> {
            result.close();
            return null;
          });
    }
  }

  /** Executes work whose statements are one transaction, also outside of one of the client. */
  private static void inOneTransaction(SessionUse use, Runnable work) {
    if (use.isInTransaction()) {
      work.run();
      return;
    }
    use.call(
        sql -> {
          sql.beginImplicit();
          return null;
        });
    boolean done = false;
    try {
      work.run();
      done = true;
    } finally {
      boolean isDone = done;
      use.call(
          sql -> {
            if (isDone) {
              sql.endImplicit(use.cancellation());
            } else {
              sql.abandonImplicit();
            }
            return null;
          });
    }
  }

  /** Executes a statement and returns the number of rows that it has changed. */
  public long update(
      FlightSession session, String text, String transaction, Cancellation cancellation) {
    try (SessionUse use = session.use(transaction, cancellation)) {
      return use.call(
          sql -> {
            sql.began(text);
            SqlPrepared prepared = prepared(sql, text, cancellation);
            return updateOne(sql, prepared, List.of(), cancellation);
          });
    }
  }

  private static long updateOne(
      SqlSession sql,
      SqlPrepared prepared,
      List<@Nullable Object> parameters,
      Cancellation cancellation) {
    try (SqlResult result = sql.execute(prepared, cancellation, parameters)) {
      if (!result.columns().isEmpty()) {
        while (result.next() != null) {
          cancellation.check();
        }
      }
      return result.updateCount();
    }
  }

  /** Source of rows of parameters: batches of rows, null after the last. */
  @FunctionalInterface
  public interface ParameterSource {
    @Nullable List<List<@Nullable Object>> next();
  }

  /**
   * Executes a prepared statement for each row of parameters, in one transaction, and returns the
   * number of rows that it has changed. Without parameters it is executed once.
   */
  public long update(
      FlightSession session,
      ClientStatement statement,
      ParameterSource parameters,
      Cancellation cancellation) {
    if (statement.parameterTypes().isEmpty()) {
      return update(session, statement.text(), statement.transaction(), cancellation);
    }
    try (SessionUse use = session.use(statement.transaction(), cancellation)) {
      SqlPrepared prepared =
          use.call(
              sql -> {
                sql.began(statement.text());
                return prepared(sql, statement.text(), cancellation);
              });
      long[] count = new long[1];
      inOneTransaction(
          use,
          () -> {
            for (List<List<@Nullable Object>> rows = parameters.next();
                rows != null;
                rows = parameters.next()) {
              count[0] += updateAll(use, prepared, rows);
            }
          });
      return count[0];
    }
  }

  private static long updateAll(
      SessionUse use, SqlPrepared prepared, List<List<@Nullable Object>> rows) {
    return use.call(
        sql -> {
          long[] many = sql.tryExecuteBatch(prepared, use.cancellation(), rows);
          long count = 0;
          if (many != null) {
            for (long one : many) {
              count += one;
            }
            return count;
          }
          for (List<@Nullable Object> row : rows) {
            count += updateOne(sql, prepared, row, use.cancellation());
          }
          return count;
        });
  }

  /** Begins a transaction and returns its handle. */
  public String begin(FlightSession session) {
    return session.beginTransaction(use -> execute(use, "BEGIN"));
  }

  /**
   * Ends a transaction.
   *
   * @throws ColonnadeException TRANSACTION_NOT_ACTIVE if it was to be committed, and a statement of
   *     it has failed: it is rolled back
   */
  public void end(FlightSession session, String transaction, boolean isCommit) {
    session.endTransaction(
        transaction,
        use -> {
          boolean isFailed = use.call(sql -> sql.transactionStatus() == TransactionStatus.FAILED);
          boolean done = false;
          try {
            execute(use, isCommit && !isFailed ? "COMMIT" : "ROLLBACK");
            done = true;
          } finally {
            if (!done) {
              execute(use, "ROLLBACK");
            }
          }
          if (isCommit && isFailed) {
            throw new ColonnadeException(
                ErrorCode.TRANSACTION_NOT_ACTIVE,
                "the transaction was rolled back, because a statement of it has failed");
          }
        });
  }

  /** Executes a statement of a transaction that returns nothing. */
  public void inTransaction(FlightSession session, String transaction, String text) {
    if (transaction.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.NO_ACTIVE_TRANSACTION, "a savepoint can only be used in a transaction");
    }
    try (SessionUse use = session.use(transaction, Cancellation.withoutDeadline())) {
      execute(use, text);
    }
  }

  /** Executes a statement that returns nothing. */
  public static void execute(SessionUse use, String text) {
    use.call(
        sql -> {
          sql.execute(text, use.cancellation()).close();
          return null;
        });
  }
}
