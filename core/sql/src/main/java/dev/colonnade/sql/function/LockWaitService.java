package dev.colonnade.sql.function;

import java.util.List;

/** Statement service of the functions on waits for locks. */
public interface LockWaitService extends StatementService {
  /**
   * Returns the numbers of the sessions that block a session, ascending, 0 for an owner without a
   * session; empty if it does not wait for a lock.
   */
  List<Integer> blockers(int sessionNumber);
}
