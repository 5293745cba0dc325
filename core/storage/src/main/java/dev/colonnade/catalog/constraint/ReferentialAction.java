package dev.colonnade.catalog.constraint;

/**
 * Action of a foreign key on referencing rows when the referenced row is deleted or its key is
 * updated.
 */
public enum ReferentialAction {
  /** Error if referencing rows exist at the check time of the constraint. */
  NO_ACTION,
  /** Immediate error if referencing rows exist. */
  RESTRICT,
  /** Referencing rows are deleted or updated, too. */
  CASCADE,
  /** Referencing columns are set to NULL. */
  SET_NULL,
  /** Referencing columns are set to their defaults. */
  SET_DEFAULT
}
