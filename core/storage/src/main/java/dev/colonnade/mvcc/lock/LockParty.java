package dev.colonnade.mvcc.lock;

/**
 * Identity of a lock owner.
 *
 * @param id unique within the lock table
 * @param sessionNumber number of the session whose transaction it is; {@link #NO_SESSION} for none
 */
public record LockParty(long id, int sessionNumber) {
  /** Session number of writers that are not transactions of a session. */
  public static final int NO_SESSION = 0;
}
