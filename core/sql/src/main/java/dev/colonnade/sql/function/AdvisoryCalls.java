package dev.colonnade.sql.function;

import dev.colonnade.advisory.AdvisoryLockKey;
import dev.colonnade.advisory.AdvisoryLockMode;
import dev.colonnade.advisory.AdvisoryLockScope;

/** The functions of advisory locks, as one execution calls them. */
public interface AdvisoryCalls extends StatementService {
  /** What a number means in the session's database. */
  AdvisoryLockKey key(long value);

  /** What two numbers mean in the session's database. */
  AdvisoryLockKey key(int first, int second);

  /** Locks it, after waiting as long as the statement may. */
  void lock(AdvisoryLockKey key, AdvisoryLockMode mode, AdvisoryLockScope scope);

  /** Locks it if that is possible at once; returns whether it is locked. */
  boolean tryLock(AdvisoryLockKey key, AdvisoryLockMode mode, AdvisoryLockScope scope);

  /** Gives a lock of the session's back, once; returns whether there was one. */
  boolean unlock(AdvisoryLockKey key, AdvisoryLockMode mode);

  /** Gives all locks of the session's back. */
  void unlockAll();
}
