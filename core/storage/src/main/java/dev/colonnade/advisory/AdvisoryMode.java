package dev.colonnade.advisory;

/** How a number is locked. */
public enum AdvisoryMode {
  /** Beside others who share it. */
  SHARED,
  /** Alone. */
  EXCLUSIVE;

  boolean goesWith(AdvisoryMode other) {
    return this == SHARED && other == SHARED;
  }
}
