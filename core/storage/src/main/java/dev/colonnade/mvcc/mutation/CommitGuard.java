package dev.colonnade.mvcc.mutation;

/**
 * Precondition of a batch beyond the conditions on its keys, for example that its table still
 * exists.
 */
@FunctionalInterface
public interface CommitGuard {
  /**
   * Throws a {@code ColonnadeException} if the batch must not commit. Called by the leader when it
   * sequences the batch, so that every exclusive command is either entirely before or entirely
   * after it. Must be fast and must not block.
   */
  void check();

  /**
   * Returns whether the guard depends on the changes of earlier groups, so that all of them must be
   * applied before it is checked.
   */
  default boolean needsEarlierGroups() {
    return false;
  }
}
