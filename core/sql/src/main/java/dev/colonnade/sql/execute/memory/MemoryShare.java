package dev.colonnade.sql.execute.memory;

import static java.util.Objects.requireNonNull;

/**
 * Part of the memory account of an operator: one of several things that it keeps, each of which
 * knows its own size. One thread.
 */
public final class MemoryShare implements AutoCloseable {
  private final OperatorMemory memory;
  private long used;

  /** Creates a part with nothing in it. */
  public MemoryShare(OperatorMemory memory) {
    this.memory = requireNonNull(memory, "memory is null");
  }

  /** Sets the size of the part if the query may use it. Returns whether it did. */
  public boolean trySet(long bytes) {
    if (bytes <= used) {
      set(bytes);
      return true;
    }
    if (!memory.tryGrow(bytes - used)) {
      return false;
    }
    used = bytes;
    return true;
  }

  /**
   * Sets the size of the part.
   *
   * @throws dev.colonnade.error.ColonnadeException MEMORY_LIMIT beyond the query's hard limit
   */
  public void set(long bytes) {
    if (bytes > used) {
      memory.grow(bytes - used);
    } else {
      memory.shrink(used - bytes);
    }
    used = bytes;
  }

  public long used() {
    return used;
  }

  /** Frees everything; the part can be used again. */
  @Override
  public void close() {
    set(0);
  }
}
