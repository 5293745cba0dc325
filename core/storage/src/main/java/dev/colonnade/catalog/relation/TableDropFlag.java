package dev.colonnade.catalog.relation;

import java.util.Arrays;

/**
 * Flag of a table that was dropped or whose rows have moved, with the indexes of it that were
 * dropped. Shared by all snapshots that contain the table with its rows in the same place. Written
 * by the thread that commits the change; read by all threads.
 */
public final class TableDropFlag {
  private static final int[] NO_INDEXES = {};

  private enum State {
    LIVE,
    DROPPED,
    MOVED
  }

  private volatile State state = State.LIVE;

  /** Ids of dropped indexes; replaced, never changed. */
  private volatile int[] droppedIndexes = NO_INDEXES;

  boolean isSet() {
    return state != State.LIVE;
  }

  /** Returns whether the rows have moved to another place, and the table still exists. */
  boolean isMoved() {
    return state == State.MOVED;
  }

  /** Returns whether any index was dropped. */
  boolean hasDroppedIndexes() {
    return droppedIndexes.length > 0;
  }

  /** Returns whether an index was dropped. */
  boolean isIndexDropped(int indexId) {
    for (int dropped : droppedIndexes) {
      if (dropped == indexId) {
        return true;
      }
    }
    return false;
  }

  /** Marks the table as dropped: rows that are read afterwards may be incomplete. */
  public void set() {
    state = State.DROPPED;
  }

  /** Marks the rows as moved: rows that are read afterwards may be incomplete. */
  public void setMoved() {
    state = State.MOVED;
  }

  /** Marks an index as dropped: entries that are read afterwards may be incomplete. */
  public synchronized void setIndexDropped(int indexId) {
    int[] more = Arrays.copyOf(droppedIndexes, droppedIndexes.length + 1);
    more[more.length - 1] = indexId;
    droppedIndexes = more;
  }
}
