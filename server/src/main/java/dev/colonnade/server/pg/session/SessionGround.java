package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.result.SqlNotice;

/**
 * What the parts of one conversation share. Belongs to whoever works on its messages, but for
 * {@link #cancel}.
 */
final class SessionGround {
  private final SqlSession sql;
  private final Outlet outlet;
  private final Styles styles;

  /** Of the work that goes on, or went on last. */
  private volatile Cancellation cancellation = Cancellation.withoutDeadline();

  SessionGround(SqlSession sql, Outlet outlet) {
    this.sql = requireNonNull(sql, "sql is null");
    this.outlet = requireNonNull(outlet, "outlet is null");
    this.styles = new Styles(sql.settings());
  }

  SqlSession sql() {
    return sql;
  }

  Outlet outlet() {
    return outlet;
  }

  Styles styles() {
    return styles;
  }

  /** Work begins that the client waits for: from here on it can be canceled, its planning too. */
  void beginWork() {
    cancellation = Cancellation.withoutDeadline();
  }

  /** Of all that is done until the client is told that it is answered. */
  Cancellation cancellation() {
    return cancellation;
  }

  /** Has the statement that runs given up. Any thread. */
  void cancel() {
    cancellation.cancel();
  }

  /** Says what there is to say beside the answer. */
  void sendNotices() {
    for (SqlNotice notice : sql.takeNotices()) {
      outlet.writer().noticeResponse(Reports.of(notice));
    }
  }

  /** Waits for the next series of messages. */
  void sendReady() {
    char status =
        switch (sql.transactionStatus()) {
          case IDLE -> 'I';
          case ACTIVE -> 'T';
          case FAILED -> 'E';
        };
    outlet.writer().readyForQuery(status);
  }
}
