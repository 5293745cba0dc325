package dev.colonnade.store;

/**
 * Keyspace of a store: one of its independent ordered maps, a column family in RocksDB. A batch may
 * change all of them atomically.
 */
public enum Space {
  /** Range descriptors, catalog, sequence records: small, frequently read. */
  META,

  /** The newest version of every row: scanned, and read by full key. */
  ROWS,

  /** Superseded versions: written once, rarely read, deleted in bulk. */
  HISTORY
}
