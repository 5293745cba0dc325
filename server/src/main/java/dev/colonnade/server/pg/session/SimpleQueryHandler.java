package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.session.result.CommandTags;
import dev.colonnade.server.pg.session.result.DataRowFormat;
import dev.colonnade.server.pg.session.result.DataRowWriter;
import dev.colonnade.server.pg.session.result.OutboundBuffer;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handler of the simple query protocol: a text of any number of statements, whose results are
 * formatted as text. Several statements share one implicit transaction, unless they contain
 * transaction control statements.
 */
final class SimpleQueryHandler {
  private final PgSessionContext context;
  private final CopyHandlers copies;

  /** Statement of a text that {@link #tryRun} has found and could not run. */
  private @Nullable SqlPrepared found;

  SimpleQueryHandler(PgSessionContext context, CopyHandlers copies) {
    this.context = requireNonNull(context, "context is null");
    this.copies = requireNonNull(copies, "copies is null");
  }

  /**
   * Executes a text if its only statement is known and cannot block, and returns whether it did.
   * Otherwise {@link #run} is called with the same text.
   */
  boolean tryRun(String sql) {
    SqlPrepared prepared = context.sql().findPrepared(sql);
    if (prepared == null || context.sendsBeforeCommit(prepared)) {
      return false;
    }
    SqlResult result;
    try {
      result = context.sql().executeWithoutBlocking(prepared, List.of());
    } catch (WouldBlockException e) {
      found = prepared;
      return false;
    }
    try (result) {
      send(prepared, result, context.cancellation());
    }
    return true;
  }

  /** Executes a text and writes all of the response except ReadyForQuery. */
  public void run(String sql) {
    SqlPrepared known = found;
    if (known != null) {
      found = null;
      execute(known, context.cancellation());
      return;
    }
    List<SqlText> statements = context.sql().parse(sql, context.cancellation());
    if (statements.isEmpty()) {
      context.outbound().writer().emptyQueryResponse();
      return;
    }
    if (statements.size() == 1) {
      boolean isAlone = context.sql().transactionStatus() == TransactionStatus.IDLE;
      run(statements.getFirst(), isAlone);
      return;
    }
    context.sql().beginImplicit();
    boolean done = false;
    try {
      statements.forEach(statement -> run(statement, false));
      done = true;
    } finally {
      if (!done) {
        context.sql().abandonImplicit();
      }
    }
    context.sql().endImplicit(context.cancellation());
  }

  private void run(SqlText statement, boolean isAlone) {
    Cancellation cancellation = context.cancellation();
    SqlPrepared prepared = context.sql().prepareAlone(statement, cancellation);
    cancellation.check();
    CopyDescription copy = prepared.copy();
    if (copy == null) {
      execute(prepared, cancellation);
    } else if (copy.options().isFrom()) {
      copies.in().run(prepared, copy, cancellation, isAlone);
    } else {
      copies.out().run(prepared, copy, cancellation, List.of());
    }
  }

  private void execute(SqlPrepared prepared, Cancellation cancellation) {
    if (!context.sendsBeforeCommit(prepared)) {
      try (SqlResult result = context.sql().execute(prepared, cancellation, List.of())) {
        send(prepared, result, cancellation);
      }
      return;
    }
    Completion completion = null;
    context.sql().beginImplicit();
    try (SqlResult result = context.sql().execute(prepared, cancellation, List.of())) {
      completion = new Completion(result.command(), sendRows(result, cancellation));
    } finally {
      if (completion == null) {
        context.sql().abandonImplicit();
      }
    }
    context.sql().endImplicit(cancellation);
    complete(completion);
  }

  private void send(SqlPrepared prepared, SqlResult result, Cancellation cancellation) {
    long count =
        prepared.returnsRows()
            ? sendRows(result, context.sending(prepared, cancellation))
            : result.updateCount();
    complete(new Completion(result.command(), count));
  }

  /** End of a statement, as CommandComplete reports it. */
  private record Completion(String command, long count) {}

  private void complete(Completion completion) {
    context.sendNotices();
    CommandTags.write(context.outbound().writer(), completion.command(), completion.count());
  }

  /** Returns the number of rows. */
  private long sendRows(SqlResult result, Cancellation cancellation) {
    DataRowFormat format =
        DataRowFormat.of(result.columns(), DataRowFormat.ALL_TEXT, context.styles().current());
    OutboundBuffer outbound = context.outbound();
    format.describe(outbound.writer());
    DataRowWriter rows = new DataRowWriter(result, format);
    return InterruptionPoint.call(
        cancellation::check, () -> sendRows(rows, outbound, cancellation));
  }

  private static long sendRows(
      DataRowWriter rows, OutboundBuffer outbound, Cancellation cancellation) {
    long count = 0;
    while (rows.send(outbound.writer())) {
      outbound.flushIfFull(cancellation);
      count++;
    }
    return count;
  }
}
