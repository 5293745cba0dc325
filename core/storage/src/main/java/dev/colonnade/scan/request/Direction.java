package dev.colonnade.scan.request;

/** Scan direction. */
public enum Direction {
  /** Ascending keys: the row with the smallest key comes first. */
  FORWARD,
  /** Descending keys: the row with the greatest key comes first. */
  REVERSE
}
