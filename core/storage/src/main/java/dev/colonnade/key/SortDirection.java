package dev.colonnade.key;

/**
 * The order of one key column. A descending column is its ascending encoding with every bit
 * inverted, so one mask serves both: {@code encoded ^ mask}.
 */
public enum SortDirection {
  ASCENDING(0),
  DESCENDING(-1);

  private final int mask;

  SortDirection(int mask) {
    this.mask = mask;
  }

  /** 0 for ascending, all bits set for descending; sign-extends to any width. */
  public int mask() {
    return mask;
  }
}
