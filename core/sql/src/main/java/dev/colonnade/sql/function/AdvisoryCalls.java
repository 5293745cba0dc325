package dev.colonnade.sql.function;

import dev.colonnade.advisory.AdvisoryKey;
import dev.colonnade.advisory.AdvisoryMode;
import dev.colonnade.advisory.AdvisoryScope;

/** The functions of advisory locks, as one execution calls them. */
public interface AdvisoryCalls extends StatementService {
  /** What a number means in the session's database. */
  AdvisoryKey key(long value);

  /** What two numbers mean in the session's database. */
  AdvisoryKey key(int first, int second);

  /** Locks it, after waiting as long as the statement may. */
  void lock(AdvisoryKey key, AdvisoryMode mode, AdvisoryScope scope);

  /** Locks it if that is possible at once; returns whether it is locked. */
  boolean tryLock(AdvisoryKey key, AdvisoryMode mode, AdvisoryScope scope);

  /** Gives a lock of the session's back, once; returns whether there was one. */
  boolean unlock(AdvisoryKey key, AdvisoryMode mode);

  /** Gives all locks of the session's back. */
  void unlockAll();
}
