package dev.colonnade.scan.request;

/** Which row comes first. */
public enum Direction {
  /** The one with the smallest key. */
  FORWARD,
  /** The one with the greatest key. */
  REVERSE
}
