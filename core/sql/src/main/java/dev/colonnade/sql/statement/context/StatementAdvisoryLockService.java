package dev.colonnade.sql.statement.context;

import dev.colonnade.advisory.AdvisoryLockKey;
import dev.colonnade.advisory.AdvisoryLockMode;
import dev.colonnade.advisory.AdvisoryLockScope;
import dev.colonnade.advisory.SessionAdvisoryLocks;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.sql.function.AdvisoryLockService;
import dev.colonnade.sql.setting.SettingValue;
import dev.colonnade.sql.statement.Execution;
import java.time.Duration;

/** The functions of advisory locks in one execution. */
record StatementAdvisoryLockService(Execution execution) implements AdvisoryLockService {
  private static final SettingValue<Duration> LOCK_TIMEOUT = SettingValue.duration("lock_timeout");

  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  @Override
  public AdvisoryLockKey key(long value) {
    return holder().key(value);
  }

  @Override
  public AdvisoryLockKey key(int first, int second) {
    return holder().key(first, second);
  }

  @Override
  public void lock(AdvisoryLockKey key, AdvisoryLockMode mode, AdvisoryLockScope scope) {
    Duration timeout = execution.settings().get(LOCK_TIMEOUT);
    holder()
        .lock(
            key,
            mode,
            scope,
            new LockWaitPolicy.Within(
                timeout.isZero() ? FOR_EVER : timeout, execution.cancellation()::check));
  }

  @Override
  public boolean tryLock(AdvisoryLockKey key, AdvisoryLockMode mode, AdvisoryLockScope scope) {
    return holder().tryLock(key, mode, scope);
  }

  @Override
  public boolean unlock(AdvisoryLockKey key, AdvisoryLockMode mode) {
    return holder().unlock(key, mode);
  }

  @Override
  public void unlockAll() {
    holder().unlockAll();
  }

  private SessionAdvisoryLocks holder() {
    return execution.transaction().session().advisoryLocks();
  }
}
