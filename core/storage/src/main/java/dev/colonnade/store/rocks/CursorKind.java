package dev.colonnade.store.rocks;

/** How cursors reach RocksDB. */
public enum CursorKind {
  /** Calls into the C interface. Opening the store fails where it cannot be found. */
  NATIVE,

  /** RocksJava's own iterator with direct buffers: about twice the time a row. */
  PLAIN,

  /** {@link #NATIVE} where it can be found, else {@link #PLAIN}. */
  AUTO
}
