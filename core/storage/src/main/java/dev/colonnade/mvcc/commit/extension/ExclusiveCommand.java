package dev.colonnade.mvcc.commit.extension;

/**
 * Exclusive command: executed by the leader between two groups, while no commit is in progress, so
 * that the store contains exactly the published state. All writers wait for it, so it must be
 * short.
 *
 * @param <T> result type
 */
@FunctionalInterface
public interface ExclusiveCommand<T> {
  /**
   * Executes the command. The context's batch is written when this returns, and discarded if it
   * throws.
   */
  T run(ExclusiveContext context);
}
