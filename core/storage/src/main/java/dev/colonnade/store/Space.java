package dev.colonnade.store;

/** The independent ordered maps of a store. A batch may change all of them atomically. */
public enum Space {
  /** Range descriptors, catalog, sequence records: small, read often. */
  META,

  /** The newest version of every row: scanned, and read by whole key. */
  ROWS,

  /** Superseded versions: written once, seldom read, deleted in bulk. */
  HISTORY
}
