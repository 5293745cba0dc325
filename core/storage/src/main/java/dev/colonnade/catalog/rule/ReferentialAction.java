package dev.colonnade.catalog.rule;

/** What becomes of rows whose row in another table goes or changes its key. */
public enum ReferentialAction {
  /** It may not, if there are such rows when the statement ends. */
  NO_ACTION,
  /** It may not. */
  RESTRICT,
  /** They go too, or change with it. */
  CASCADE,
  /** Their columns become NULL. */
  SET_NULL,
  /** Their columns become what an insert would write. */
  SET_DEFAULT
}
