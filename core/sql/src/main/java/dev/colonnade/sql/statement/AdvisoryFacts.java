package dev.colonnade.sql.statement;

import dev.colonnade.advisory.AdvisoryHolder;
import dev.colonnade.advisory.AdvisoryKey;
import dev.colonnade.advisory.AdvisoryMode;
import dev.colonnade.advisory.AdvisoryScope;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.sql.function.AdvisoryCalls;
import java.time.Duration;

/** The functions of advisory locks in one execution. */
record AdvisoryFacts(Execution execution) implements AdvisoryCalls {
  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  @Override
  public AdvisoryKey key(long value) {
    return holder().key(value);
  }

  @Override
  public AdvisoryKey key(int first, int second) {
    return holder().key(first, second);
  }

  @Override
  public void lock(AdvisoryKey key, AdvisoryMode mode, AdvisoryScope scope) {
    Duration timeout = execution.settings().duration("lock_timeout");
    holder()
        .lock(
            key,
            mode,
            scope,
            new LockWait.Within(
                timeout.isZero() ? FOR_EVER : timeout, execution.cancellation()::check));
  }

  @Override
  public boolean tryLock(AdvisoryKey key, AdvisoryMode mode, AdvisoryScope scope) {
    return holder().tryLock(key, mode, scope);
  }

  @Override
  public boolean unlock(AdvisoryKey key, AdvisoryMode mode) {
    return holder().unlock(key, mode);
  }

  @Override
  public void unlockAll() {
    holder().unlockAll();
  }

  private AdvisoryHolder holder() {
    return execution.transaction().session().advisoryLocks();
  }
}
