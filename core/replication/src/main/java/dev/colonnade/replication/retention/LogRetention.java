package dev.colonnade.replication.retention;

import java.util.List;

/**
 * Limits of the log: which entries are removed.
 *
 * @param entriesMax number of entries that are kept for members that were away briefly
 * @param bytesMax bytes of the segments that are kept for them
 */
record LogRetention(long entriesMax, long bytesMax) {
  /** Factor between {@link #bytesMax} and the bytes that are kept for a member that responds. */
  static final int FOLLOWER_FACTOR = 4;

  private static final long NOTHING = -1;

  /**
   * Entries that other members or this one need.
   *
   * @param durable last entry that this member's store contains after a crash
   * @param checkpoint last entry in the checkpoint that a member fetches; {@link Long#MAX_VALUE} if
   *     none does. All entries after it are kept: without them it would fetch another one
   * @param follower last entry that all members which respond have; {@link Long#MAX_VALUE} if this
   *     member is not the leader. What is after it is kept while it is smaller than the store,
   *     because a checkpoint would be larger
   * @param storeBytes bytes of the store
   */
  record Needs(long durable, long checkpoint, long follower, long storeBytes) {}

  /**
   * Returns the index up to which entries are not kept; negative if all are.
   *
   * @param segments segments of the log in their order
   * @param lastIndex index of the last entry
   */
  long removedIndex(List<LogSegment> segments, long lastIndex, Needs needs) {
    long removed = Math.max(lastIndex - entriesMax, beyond(segments, bytesMax));
    if (needs.follower() < removed) {
      long bytesForFollower = Math.max(FOLLOWER_FACTOR * bytesMax, needs.storeBytes());
      removed = Math.min(removed, Math.max(needs.follower(), beyond(segments, bytesForFollower)));
    }
    return Math.min(removed, Math.min(needs.checkpoint(), needs.durable()));
  }

  /** Returns the last index before the newest segments that together have at most these bytes. */
  private static long beyond(List<LogSegment> segments, long bytes) {
    long sum = 0;
    for (LogSegment segment : segments.reversed()) {
      sum += segment.bytes();
      if (sum > bytes && segment.last() != LogSegment.OPEN) {
        return segment.last();
      }
    }
    return NOTHING;
  }
}
