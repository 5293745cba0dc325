package dev.colonnade.catalog.relation;

import java.util.Arrays;

/**
 * Flag of a table that was dropped, with the indexes of it that were dropped. Shared by all
 * snapshots that contain the table. Written by the thread that commits the drop; read by all
 * threads.
 */
public final class TableDropFlag {
  private static final int[] NO_INDEXES = {};

  private volatile boolean dropped;

  /** Ids of dropped indexes; replaced, never changed. */
  private volatile int[] droppedIndexes = NO_INDEXES;

  boolean isSet() {
    return dropped;
  }

  /** Returns whether any index was dropped. */
  boolean hasDroppedIndexes() {
    return droppedIndexes.length > 0;
  }

  /** Returns whether an index was dropped. */
  boolean isIndexDropped(int indexId) {
    for (int id : droppedIndexes) {
      if (id == indexId) {
        return true;
      }
    }
    return false;
  }

  /** Marks the table as dropped: rows that are read afterwards may be incomplete. */
  public void set() {
    dropped = true;
  }

  /** Marks an index as dropped: entries that are read afterwards may be incomplete. */
  synchronized void setIndexDropped(int indexId) {
    int[] more = Arrays.copyOf(droppedIndexes, droppedIndexes.length + 1);
    more[more.length - 1] = indexId;
    droppedIndexes = more;
  }
}
