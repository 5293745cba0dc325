package dev.colonnade.sql.execute.memory;

/** Memory account of one operator, a part of its query's. Used by one thread at a time. */
public final class OperatorMemory implements AutoCloseable {
  private final QueryMemory query;
  private long used;
  private long peak;

  OperatorMemory(QueryMemory query) {
    this.query = query;
  }

  /**
   * Adds {@code bytes} if the query may use them. Returns whether it did; if not, the operator
   * spills.
   */
  public boolean tryGrow(long bytes) {
    requireNotNegative(bytes);
    if (!query.tryGrow(bytes)) {
      return false;
    }
    add(bytes);
    return true;
  }

  /**
   * Adds {@code bytes} of what cannot be spilled.
   *
   * @throws dev.colonnade.error.ColonnadeException MEMORY_LIMIT beyond the query's hard limit
   */
  public void grow(long bytes) {
    requireNotNegative(bytes);
    query.grow(bytes);
    add(bytes);
  }

  /** Removes {@code bytes}, at most those in use. */
  public void shrink(long bytes) {
    requireNotNegative(bytes);
    if (bytes > used) {
      throw new IllegalArgumentException("bytes=%d used=%d".formatted(bytes, used));
    }
    query.shrink(bytes);
    used -= bytes;
  }

  /** Sets the total if the query may use it, as {@link #tryGrow} does. Less is never denied. */
  public boolean trySet(long bytes) {
    if (bytes > used) {
      return tryGrow(bytes - used);
    }
    shrink(used - bytes);
    return true;
  }

  /** Sets the total, as {@link #grow} does. */
  public void set(long bytes) {
    if (bytes > used) {
      grow(bytes - used);
    } else {
      shrink(used - bytes);
    }
  }

  private void add(long bytes) {
    used += bytes;
    peak = Math.max(peak, used);
  }

  private static void requireNotNegative(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes below 0 bytes=" + bytes);
    }
  }

  /** Returns the bytes in use. */
  public long used() {
    return used;
  }

  /** Returns the most bytes in use at one time. */
  public long peak() {
    return peak;
  }

  /** Frees everything. Idempotent. */
  @Override
  public void close() {
    shrink(used);
  }
}
