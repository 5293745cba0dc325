package dev.colonnade.mvcc.txn;

/**
 * Signal that work which must not wait would have to wait for a lock or the disk. It is thrown
 * during {@link Transaction#withoutWaiting} only, which catches it. Without a stack trace, since it
 * reports no failure.
 */
public final class WouldBlockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WouldBlockException() {
    super("would have to wait", null, false, false);
  }
}
