package dev.colonnade.catalog.relation;

/**
 * Flag of a dropped table, shared by all snapshots that contain the table. Written by the thread
 * that commits the drop; read by all threads.
 */
public final class TableDropFlag {
  private volatile boolean dropped;

  boolean isSet() {
    return dropped;
  }

  /** Marks the table as dropped: rows that are read afterwards may be incomplete. */
  public void set() {
    dropped = true;
  }
}
