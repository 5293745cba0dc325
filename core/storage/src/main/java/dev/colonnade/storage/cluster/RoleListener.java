package dev.colonnade.storage.cluster;

import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.store.Store;

/**
 * Listener that serves a member's store according to its role. One thread calls {@link #lead},
 * {@link #follow}, {@link #promote}, {@link #endLeadership}, {@link #demote} and {@link #stop}.
 */
public interface RoleListener {
  /** Serves as the leader. Writes of the store go through the log. */
  void lead(Store store);

  /**
   * Serves as a follower; the store refuses writes. Returns the updates by which the state in
   * memory follows the log. No entry is applied during the call.
   */
  ReplicaUpdates follow(Store store);

  /**
   * Serves as the leader instead of as a follower, without an interruption of readers if the
   * listener is able to. Nothing changes the store during the call except for writes of {@code
   * store}. Called after {@link #follow}; not followed by {@link #lead}. After an exception {@link
   * #stop} is called.
   */
  default void promote(Store store) {
    stop();
    lead(store);
  }

  /**
   * Ends the sessions of the leader and its writes, all of which the store refuses already. Returns
   * whether the listener is able to become a follower by {@link #demote}, which then follows;
   * {@link #stop} is called otherwise. Entries of other leaders may change the store meanwhile.
   */
  default boolean endLeadership() {
    return false;
  }

  /**
   * Serves as a follower, after {@link #endLeadership}; otherwise as {@link #follow}. After an
   * exception {@link #stop} is called.
   */
  default ReplicaUpdates demote(Store store) {
    throw new UnsupportedOperationException("a leader does not become a follower");
  }

  /**
   * Stops serving. When this returns, nothing reads the store any more. Failures to stop are the
   * listener's; a process that cannot stop must end.
   */
  void stop();

  /**
   * Reports that the member cannot continue, for example because its disk failed: its store must
   * not be served any more. Called by any thread.
   */
  void failed(Throwable cause);
}
