package dev.colonnade.sql.function;

import dev.colonnade.advisory.AdvisoryLockKey;
import dev.colonnade.advisory.AdvisoryLockMode;
import dev.colonnade.advisory.AdvisoryLockScope;

/** Statement service of the advisory lock functions. */
public interface AdvisoryLockService extends StatementService {
  /** Returns the lock key of a number in the session's database. */
  AdvisoryLockKey key(long value);

  /** Returns the lock key of a pair of numbers in the session's database. */
  AdvisoryLockKey key(int first, int second);

  /** Acquires a lock; waits at most until the statement's timeout. */
  void lock(AdvisoryLockKey key, AdvisoryLockMode mode, AdvisoryLockScope scope);

  /** Acquires a lock if it is free; returns whether it was acquired. */
  boolean tryLock(AdvisoryLockKey key, AdvisoryLockMode mode, AdvisoryLockScope scope);

  /** Releases one acquisition of a session lock; returns whether the session owned the lock. */
  boolean unlock(AdvisoryLockKey key, AdvisoryLockMode mode);

  /** Releases all session locks. */
  void unlockAll();
}
