package dev.colonnade.catalog.rule;

/** Why an index is there. */
public enum IndexKind {
  /** To find rows. */
  PLAIN,
  /** To find rows, and to refuse a second one of the same key. */
  UNIQUE,
  /** As {@link #UNIQUE}; it is how a constraint of the table is kept, and goes with that. */
  CONSTRAINT;

  /** Whether two rows may not have the same key. */
  public boolean isUnique() {
    return this != PLAIN;
  }
}
