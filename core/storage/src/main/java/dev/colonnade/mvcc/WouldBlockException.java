package dev.colonnade.mvcc;

/**
 * Signal that work which must not block would have to wait for a lock or the disk: the caller runs
 * it again where it may block. Without a stack trace, since it reports no failure.
 */
public final class WouldBlockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WouldBlockException() {
    super("would have to wait", null, false, false);
  }
}
