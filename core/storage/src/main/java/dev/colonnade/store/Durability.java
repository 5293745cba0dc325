package dev.colonnade.store;

/** What is certain when a write has returned. */
public enum Durability {
  /**
   * The batch survives the loss of power: the log was flushed to the disk before the write
   * returned.
   */
  SYNC,

  /**
   * The batch survives the end of the process, not the loss of power: it was handed to the
   * operating system. A later {@link #SYNC} write makes it durable too; the log has no gaps.
   */
  RELAXED
}
