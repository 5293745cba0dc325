package dev.colonnade.catalog.rule;

/** Which rows may be written through a view. */
public enum CheckOption {
  /** All, also such as it does not show. */
  NONE,
  /** Such as its own condition allows. */
  LOCAL,
  /** Such as its own condition and those of the views below it allow. */
  CASCADED
}
