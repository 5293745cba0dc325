package dev.colonnade.catalog.rule;

/** How far an index is. */
public enum IndexState {
  /** Writers keep it; rows from before it are still being added, so that readers leave it alone. */
  BUILDING,
  /** It has an entry for every row. */
  READY
}
