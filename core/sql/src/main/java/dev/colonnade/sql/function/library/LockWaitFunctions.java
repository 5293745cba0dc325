package dev.colonnade.sql.function.library;

import dev.colonnade.sql.function.LockWaitService;
import java.util.Collections;
import java.util.List;

/** Functions on the sessions that wait for locks of other sessions. */
public final class LockWaitFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "pg_blocking_pids(int4) int4[]~",
          "pg_safe_snapshot_blocking_pids(int4) int4[]~",
          "pg_isolation_test_session_is_blocked(int4, int4[]) bool~");

  private LockWaitFunctions() {}

  /** Returns the sessions that block a session. */
  public static List<?> pgBlockingPids(LockWaitService waits, int number) {
    return waits.blockers(number);
  }

  /** Returns nothing: a transaction takes its snapshot without waiting. */
  public static List<?> pgSafeSnapshotBlockingPids(LockWaitService waits, int number) {
    return List.of();
  }

  /** Returns whether any of {@code others} blocks a session. */
  public static boolean pgIsolationTestSessionIsBlocked(
      LockWaitService waits, int number, List<?> others) {
    return !Collections.disjoint(waits.blockers(number), others);
  }
}
