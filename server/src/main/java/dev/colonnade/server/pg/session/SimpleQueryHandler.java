package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

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

/**
 * Handler of the simple query protocol: a text of any number of statements, whose results are
 * formatted as text. Several statements share one implicit transaction, unless they contain
 * transaction control statements.
 */
final class SimpleQueryHandler {
  private final PgSessionContext context;
  private final CopyHandlers copies;

  SimpleQueryHandler(PgSessionContext context, CopyHandlers copies) {
    this.context = requireNonNull(context, "context is null");
    this.copies = requireNonNull(copies, "copies is null");
  }

  /** Executes a text and writes all of the response except ReadyForQuery. */
  public void run(String sql) {
    List<SqlText> statements = context.sql().parse(sql);
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
        context.sql().endImplicit();
      }
    }
    context.sql().endImplicit();
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
    try (SqlResult result = context.sql().execute(prepared, cancellation, List.of())) {
      if (prepared.returnsRows()) {
        send(result, cancellation);
      } else {
        context.sendNotices();
        CommandTags.write(context.outbound().writer(), result.command(), result.updateCount());
      }
    }
  }

  private void send(SqlResult result, Cancellation cancellation) {
    DataRowFormat format =
        DataRowFormat.of(result.columns(), DataRowFormat.ALL_TEXT, context.styles().current());
    OutboundBuffer outbound = context.outbound();
    format.describe(outbound.writer());
    long count = 0;
    DataRowWriter rows = new DataRowWriter(result, format);
    while (rows.send(outbound.writer())) {
      outbound.flushIfFull(cancellation);
      count++;
    }
    context.sendNotices();
    CommandTags.write(outbound.writer(), result.command(), count);
  }
}
