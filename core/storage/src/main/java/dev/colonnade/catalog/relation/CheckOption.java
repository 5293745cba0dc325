package dev.colonnade.catalog.relation;

/** CHECK OPTION of a view: the check of rows that are written through it. */
public enum CheckOption {
  /** No check: rows that the view does not contain may be written. */
  NONE,
  /** Rows must satisfy the predicate of the view itself. */
  LOCAL,
  /** Rows must satisfy the predicates of the view and of all views below it. */
  CASCADED
}
