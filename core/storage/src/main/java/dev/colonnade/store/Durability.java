package dev.colonnade.store;

/** Durability guarantee of a write at its return. */
public enum Durability {
  /**
   * The batch survives a loss of power: the write-ahead log was synced to disk before the write
   * returned.
   */
  SYNC,

  /**
   * The batch survives a crash of the process, but not a loss of power: it was passed to the
   * operating system. A later {@link #SYNC} write makes it durable too, because the log has no
   * gaps.
   */
  RELAXED
}
