package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Has a connection ended on which nothing was asked for as long as the settings of its session
 * allow: what it has locked is free again then.
 */
final class IdleWatch {
  private static final String IN_TRANSACTION = "idle_in_transaction_session_timeout";
  private static final String IDLE = "idle_session_timeout";

  private final SqlSession sql;

  /** Counts requests. Written on the event loop. */
  private final AtomicLong requests = new AtomicLong();

  IdleWatch(SqlSession sql) {
    this.sql = requireNonNull(sql, "sql is null");
  }

  /** A request has come. */
  void asked() {
    requests.incrementAndGet();
  }

  /** A statement is done. On the thread that the session belongs to at this moment. */
  void answered(Exchange exchange) {
    boolean isInTransaction = sql.transactionStatus() != TransactionStatus.IDLE;
    Duration max = sql.settings().duration(isInTransaction ? IN_TRANSACTION : IDLE);
    if (!max.isZero()) {
      long seen = requests.get();
      exchange.endConnectionAfter(max, () -> requests.get() == seen, reason(isInTransaction));
    }
  }

  private static ColonnadeException reason(boolean isInTransaction) {
    return isInTransaction
        ? new ColonnadeException(
            ErrorCode.IDLE_IN_TRANSACTION,
            "terminating connection due to idle-in-transaction timeout")
        : new ColonnadeException(
            ErrorCode.IDLE_SESSION, "terminating connection due to idle-session timeout");
  }
}
