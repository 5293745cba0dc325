package dev.colonnade.protocol;

/** Reaction that an error permits to its receiver. */
public enum ErrorCategory implements WireCode {
  /** The same request may succeed when it is retried after a pause. */
  RETRY(1),
  /** The request is invalid; a retry fails with the same error. */
  USER(2),
  /** The server has a defect; an operator has to examine it. */
  FATAL(3);

  private final int code;

  ErrorCategory(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
