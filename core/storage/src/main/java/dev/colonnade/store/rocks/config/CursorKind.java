package dev.colonnade.store.rocks.config;

/** Implementation of the cursors of a RocksDB store. */
public enum CursorKind {
  /** Calls into the C API. Opening the store fails if its functions are not available. */
  NATIVE,

  /** RocksJava's iterator with direct buffers: about twice the time per row. */
  PLAIN,

  /** {@link #NATIVE} if it is available, otherwise {@link #PLAIN}. */
  AUTO
}
