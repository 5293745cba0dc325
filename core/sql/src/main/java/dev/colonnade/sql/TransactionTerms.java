package dev.colonnade.sql;

import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.setting.SessionSettings;
import java.time.Duration;

/** What settings say about transactions and about waiting. */
final class TransactionTerms {
  private TransactionTerms() {}

  /** The options that two settings stand for. */
  static TransactionOptions options(SessionSettings settings, String isolation, String readOnly) {
    TransactionOptions options = TransactionOptions.of(isolationOf(settings.show(isolation)));
    return settings.isOn(readOnly) ? options.asReadOnly() : options;
  }

  private static IsolationLevel isolationOf(String words) {
    return switch (words) {
      case "serializable" -> IsolationLevel.SERIALIZABLE;
      case "repeatable read" -> IsolationLevel.REPEATABLE_READ;
      default -> IsolationLevel.READ_COMMITTED;
    };
  }

  /** How long a statement waits for locks. */
  static LockWaitPolicy lockWait(SessionSettings settings, Cancellation cancellation) {
    Duration timeout = settings.duration("lock_timeout");
    return LockWaitPolicy.within(
        timeout.isZero() ? Duration.ofNanos(Long.MAX_VALUE) : timeout, cancellation::check);
  }
}
