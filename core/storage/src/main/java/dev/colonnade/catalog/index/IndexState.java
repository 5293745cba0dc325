package dev.colonnade.catalog.index;

/** Build state of an index. */
public enum IndexState {
  /** Writers maintain the index; the backfill of older rows is incomplete, so readers ignore it. */
  BUILDING,
  /** Every row has its entry; readers use the index. */
  READY
}
