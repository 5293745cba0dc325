package dev.colonnade.server.session.query;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.setting.SettingValue;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Idle timeout: closes the connection of a session that receives no request for as long as its
 * settings allow, and thereby releases its locks.
 */
final class IdleTimeout {
  private static final SettingValue<Duration> IN_TRANSACTION =
      SettingValue.duration("idle_in_transaction_session_timeout");
  private static final SettingValue<Duration> IDLE = SettingValue.duration("idle_session_timeout");

  private final SqlSession sql;

  /** Counts requests. Written on the event loop. */
  private final AtomicLong requests = new AtomicLong();

  IdleTimeout(SqlSession sql) {
    this.sql = requireNonNull(sql, "sql is null");
  }

  /** Records that a request is received. */
  public void requestReceived() {
    requests.incrementAndGet();
  }

  /** Starts the timer after a statement. Called on the thread that executed it. */
  void statementCompleted(Exchange exchange) {
    boolean isInTransaction = sql.transactionStatus() != TransactionStatus.IDLE;
    Duration max = sql.settings().get(isInTransaction ? IN_TRANSACTION : IDLE);
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
