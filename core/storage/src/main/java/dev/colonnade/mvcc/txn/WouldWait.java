package dev.colonnade.mvcc.txn;

/**
 * Ends work that must not wait where it would have to. Without a stack trace: it is no failure, and
 * is never seen outside of {@link Transaction#withoutWaiting}.
 */
final class WouldWait extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WouldWait() {
    super("would have to wait", null, false, false);
  }
}
