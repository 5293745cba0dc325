package dev.colonnade.protocol;

/** What the receiver of an error may do about it. */
public enum ErrorCategory implements WireCode {
  /** The same request may well succeed when sent again, after a pause. */
  RETRY(1),
  /** The request itself is at fault; sending it again gives the same error. */
  USER(2),
  /** The server is at fault; a person has to look at it. */
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
