package dev.colonnade.catalog;

/**
 * Whether a table is still there; shared by all snapshots that know the table. Written by the one
 * change of the catalogue that is going on, read by everyone.
 */
final class TableLife {
  private volatile boolean dropped;

  boolean isDropped() {
    return dropped;
  }

  /** From here on nobody may trust what they read. */
  void drop() {
    dropped = true;
  }

  /** The drop did not happen. */
  void restore() {
    dropped = false;
  }
}
