package dev.colonnade.sql.session;

import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingValue;
import java.time.Duration;

/** Transaction options and lock timeouts of session settings. */
public final class TransactionSettingReader {
  private static final SettingValue<Duration> LOCK_TIMEOUT = SettingValue.duration("lock_timeout");

  private TransactionSettingReader() {}

  /** Returns the transaction options of two settings, and of the server's state. */
  static TransactionOptions options(SessionSettings settings, String isolation, String readOnly) {
    TransactionOptions options = TransactionOptions.of(isolationOf(settings.show(isolation)));
    return settings.isOn(readOnly) || settings.isStandby() ? options.asReadOnly() : options;
  }

  private static IsolationLevel isolationOf(String level) {
    return switch (level) {
      case "serializable" -> IsolationLevel.SERIALIZABLE;
      case "repeatable read" -> IsolationLevel.REPEATABLE_READ;
      default -> IsolationLevel.READ_COMMITTED;
    };
  }

  /** Returns the limit of a statement's waits for locks. */
  public static LockWaitPolicy lockWait(SessionSettings settings, Cancellation cancellation) {
    Duration timeout = settings.get(LOCK_TIMEOUT);
    return LockWaitPolicy.within(
        timeout.isZero() ? Duration.ofNanos(Long.MAX_VALUE) : timeout, cancellation::check);
  }
}
