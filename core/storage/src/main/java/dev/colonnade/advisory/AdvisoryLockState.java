package dev.colonnade.advisory;

import static java.util.Objects.requireNonNull;

/**
 * Advisory lock that a session holds or waits for, as shown in {@code pg_locks}.
 *
 * @param sessionNumber number by which clients identify the session
 * @param isHeld whether the lock is granted
 */
public record AdvisoryLockState(
    AdvisoryLockKey key, AdvisoryLockMode mode, int sessionNumber, boolean isHeld) {
  public AdvisoryLockState {
    requireNonNull(key, "key is null");
    requireNonNull(mode, "mode is null");
  }
}
