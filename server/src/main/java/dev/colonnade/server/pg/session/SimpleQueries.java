package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import java.util.List;

/**
 * Texts of any number of statements, answered with texts. Several statements share one transaction,
 * as far as they do not say otherwise.
 */
final class SimpleQueries {
  private final SessionGround ground;
  private final Copies copies;

  SimpleQueries(SessionGround ground, Copies copies) {
    this.ground = requireNonNull(ground, "ground is null");
    this.copies = requireNonNull(copies, "copies is null");
  }

  /** Answers a text, but for the word that it is answered. */
  void run(String sql) {
    List<SqlText> statements = ground.sql().parse(sql);
    if (statements.isEmpty()) {
      ground.outlet().writer().emptyQueryResponse();
      return;
    }
    if (statements.size() == 1) {
      boolean isAlone = ground.sql().transactionStatus() == TransactionStatus.IDLE;
      run(statements.getFirst(), isAlone);
      return;
    }
    ground.sql().beginImplicit();
    boolean done = false;
    try {
      statements.forEach(statement -> run(statement, false));
      done = true;
    } finally {
      if (!done) {
        endFailed();
      }
    }
    ground.sql().endImplicit();
  }

  /** The failure that ended the statements is what the client is told, not what follows from it. */
  private void endFailed() {
    ground.sql().endImplicit();
  }

  private void run(SqlText statement, boolean isAlone) {
    Cancellation cancellation = ground.cancellation();
    SqlPrepared prepared = ground.sql().prepareAlone(statement);
    cancellation.check();
    CopyDescription copy = prepared.copy();
    if (copy == null) {
      answer(prepared, cancellation);
    } else if (copy.options().isFrom()) {
      copies.in().run(prepared, copy, cancellation, isAlone);
    } else {
      copies.out().run(prepared, copy, cancellation, List.of());
    }
  }

  private void answer(SqlPrepared prepared, Cancellation cancellation) {
    try (SqlResult result = ground.sql().execute(prepared, cancellation, List.of())) {
      if (prepared.returnsRows()) {
        send(result, cancellation);
      } else {
        ground.sendNotices();
        CommandTags.write(ground.outlet().writer(), result.command(), result.updateCount());
      }
    }
  }

  private void send(SqlResult result, Cancellation cancellation) {
    RowFormat format =
        RowFormat.of(result.columns(), RowFormat.ALL_TEXT, ground.styles().current());
    Outlet outlet = ground.outlet();
    format.describe(outlet.writer());
    long count = 0;
    ResultRows rows = new ResultRows(result, format);
    while (rows.send(outlet.writer())) {
      outlet.relieve(cancellation);
      count++;
    }
    ground.sendNotices();
    CommandTags.write(outlet.writer(), result.command(), count);
  }
}
