package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.session.result.OutboundBuffer;
import dev.colonnade.server.pg.session.result.SessionTextStyle;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.notification.Notification;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlNotice;

/**
 * Context that the handlers of one session share. Confined to the active thread of the session,
 * except {@link #cancel}.
 */
final class PgSessionContext {
  private final SqlSession sql;
  private final OutboundBuffer outbound;
  private final SessionTextStyle styles;

  /** Cancellation of the current request, or of the last one. */
  private volatile Cancellation cancellation = Cancellation.withoutDeadline();

  /** Canceled once the client is gone or the session is terminated. */
  private final Cancellation connection = Cancellation.withoutDeadline();

  /** True once the client is gone, and all requests are canceled. */
  private volatile boolean isClosed;

  PgSessionContext(SqlSession sql, OutboundBuffer outbound) {
    this.sql = requireNonNull(sql, "sql is null");
    this.outbound = requireNonNull(outbound, "outbound is null");
    this.styles = new SessionTextStyle(sql.settings());
  }

  public SqlSession sql() {
    return sql;
  }

  OutboundBuffer outbound() {
    return outbound;
  }

  SessionTextStyle styles() {
    return styles;
  }

  /**
   * Returns whether a statement of its own must commit only after its rows are sent, because
   * sending may fail: it changes rows, and returns texts that the client's encoding may lack. It is
   * not retried after a conflict.
   */
  boolean sendsBeforeCommit(SqlPrepared prepared) {
    return prepared.returnsChangedRows()
        && !styles.current().encoding().isUtf8()
        && sql.transactionStatus() == TransactionStatus.IDLE;
  }

  /**
   * Returns the cancellation for sending the rows of a statement: a change that is committed
   * already cannot be canceled any more, but by the end of the connection.
   */
  Cancellation sending(SqlPrepared prepared, Cancellation execution) {
    return prepared.returnsChangedRows() && sql.transactionStatus() == TransactionStatus.IDLE
        ? connection
        : execution;
  }

  /** Starts a request, which can be canceled from here on, planning included. */
  void beginWork() {
    Cancellation begun = Cancellation.withoutDeadline();
    cancellation = begun;
    if (isClosed) {
      begun.cancel();
    }
  }

  /** Returns the cancellation of the current request, up to ReadyForQuery. */
  Cancellation cancellation() {
    return cancellation;
  }

  /** Cancels the current request. Any thread. */
  void cancel() {
    cancellation.cancel();
  }

  /** Cancels the current request, also the sending of rows of what is committed. Any thread. */
  void cancelConnection() {
    connection.cancel();
    cancellation.cancel();
  }

  /** Cancels the current request and all later ones: the client is gone. Any thread. */
  void close() {
    isClosed = true;
    cancelConnection();
  }

  /** Writes the pending notices. */
  void sendNotices() {
    for (SqlNotice notice : sql.takeNotices()) {
      outbound.writer().noticeResponse(ErrorReports.of(notice));
    }
  }

  /** Returns whether notifications for the client have arrived. Any thread. */
  boolean hasNotifications() {
    return sql.notifications().hasArrived();
  }

  /** Writes the notifications that have arrived, unless the session is in a transaction. */
  void sendNotifications() {
    if (hasNotifications() && sql.transactionStatus() == TransactionStatus.IDLE) {
      for (Notification notification : sql.notifications().take()) {
        outbound
            .writer()
            .notificationResponse(
                notification.senderNumber(), notification.channel(), notification.payload());
      }
    }
  }

  /** Writes ReadyForQuery with the transaction status. */
  void sendReady() {
    char status =
        switch (sql.transactionStatus()) {
          case IDLE -> 'I';
          case ACTIVE -> 'T';
          case FAILED -> 'E';
        };
    outbound.writer().readyForQuery(status);
  }
}
