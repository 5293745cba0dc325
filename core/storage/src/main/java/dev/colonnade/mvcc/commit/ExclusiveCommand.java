package dev.colonnade.mvcc.commit;

/**
 * Work that the leader does between two groups, while no commit is in flight: the store holds
 * exactly what is published. All writers wait meanwhile, so it must be short.
 *
 * @param <T> what it results in
 */
@FunctionalInterface
public interface ExclusiveCommand<T> {
  /**
   * Does the work. What was added to the context's batch is written when this returns, and nothing
   * if it throws.
   */
  T run(ExclusiveContext context);
}
