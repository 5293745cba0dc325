package dev.colonnade.key;

/**
 * Sort direction of one key column. A descending column is its ascending encoding with every bit
 * inverted, so that one mask covers both directions: {@code encoded ^ mask}.
 */
public enum SortDirection {
  ASCENDING(0),
  DESCENDING(-1);

  private final int mask;

  SortDirection(int mask) {
    this.mask = mask;
  }

  /** Returns 0 for ascending, all bits set for descending; sign-extends to any width. */
  public int mask() {
    return mask;
  }
}
