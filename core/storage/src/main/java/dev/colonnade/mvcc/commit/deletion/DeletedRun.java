package dev.colonnade.mvcc.commit.deletion;

/**
 * Adjacent mutations of a chunk that delete all keys with a value between the first and the last of
 * them.
 *
 * @param from index of the first mutation
 * @param to index after the last mutation
 */
public record DeletedRun(int from, int to) {
  public DeletedRun {
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException("no mutations from=%d to=%d".formatted(from, to));
    }
  }
}
