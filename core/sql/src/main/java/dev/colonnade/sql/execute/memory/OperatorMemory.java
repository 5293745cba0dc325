package dev.colonnade.sql.execute.memory;

import org.jspecify.annotations.Nullable;

/**
 * Memory account of one operator or of a part of one. What it uses counts for its query. Used by
 * one thread at a time.
 */
public final class OperatorMemory implements AutoCloseable {
  private final QueryMemory query;
  private final @Nullable OperatorMemory whole;
  private long used;
  private long peak;

  OperatorMemory(QueryMemory query, @Nullable OperatorMemory whole) {
    this.query = query;
    this.whole = whole;
  }

  /**
   * Returns a new account of a part of the operator, for example a sorter: what it uses counts for
   * the operator, too.
   */
  public OperatorMemory newPart() {
    return new OperatorMemory(query, this);
  }

  /**
   * Adds {@code bytes} if the query may use them. Returns whether it did; if not, the operator
   * spills.
   */
  public boolean tryGrow(long bytes) {
    requireNotNegative(bytes);
    if (whole != null ? !whole.tryGrow(bytes) : !query.tryGrow(bytes)) {
      return false;
    }
    add(bytes);
    return true;
  }

  /**
   * Adds {@code bytes}, also beyond the share of the query, if the pool has them for everyone: for
   * what is slow in files. Returns whether it did.
   */
  public boolean tryGrowBeyondShare(long bytes) {
    requireNotNegative(bytes);
    if (whole != null ? !whole.tryGrowBeyondShare(bytes) : !query.tryGrowBeyondShare(bytes)) {
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
    if (whole != null) {
      whole.grow(bytes);
    } else {
      query.grow(bytes);
    }
    add(bytes);
  }

  /** Removes {@code bytes}, at most those in use. */
  public void shrink(long bytes) {
    requireNotNegative(bytes);
    if (bytes > used) {
      throw new IllegalArgumentException("bytes=%d used=%d".formatted(bytes, used));
    }
    used -= bytes;
    if (whole != null) {
      whole.shrink(bytes);
    } else {
      query.shrink(bytes);
    }
  }

  /**
   * Moves bytes in use to another account of the same query. The sum is the same at all times, so
   * that no other query can reserve what is moved.
   */
  public void moveTo(OperatorMemory target, long bytes) {
    requireNotNegative(bytes);
    if (bytes > used || target.query != query) {
      throw new IllegalArgumentException("bytes=%d used=%d".formatted(bytes, used));
    }
    for (OperatorMemory from = this; from != null; from = from.whole) {
      from.used -= bytes;
    }
    for (OperatorMemory to = target; to != null; to = to.whole) {
      to.add(bytes);
    }
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
