package dev.colonnade.scan.segment;

/** Thrown if the bytes of a segment are not what was written; its rows are read from the store. */
public final class DamagedSegmentException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DamagedSegmentException(String message) {
    super(message);
  }
}
