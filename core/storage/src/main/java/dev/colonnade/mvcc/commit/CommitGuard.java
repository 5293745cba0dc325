package dev.colonnade.mvcc.commit;

/**
 * What must hold, beyond the keys that a batch changes, for the batch to happen: that its table is
 * still there, for example.
 */
@FunctionalInterface
public interface CommitGuard {
  /**
   * Throws a {@code ColonnadeException} if the batch must not happen. Called by the leader when the
   * batch's turn has come, so that every exclusive command is either wholly before or wholly after
   * it. Must be quick and must not wait.
   */
  void check();
}
