package dev.colonnade.sql.execute.aggregate.accumulator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;

/** Part of an operator's memory account that one structure uses. One thread. */
public final class MemoryShare {
  private final OperatorMemory memory;
  private long bytes;

  public MemoryShare(OperatorMemory memory) {
    this.memory = requireNonNull(memory, "memory is null");
  }

  /** Sets the bytes if the query may use them. Returns whether it did. */
  public boolean trySet(long total) {
    if (total > bytes) {
      if (!memory.tryGrow(total - bytes)) {
        return false;
      }
    } else {
      memory.shrink(bytes - total);
    }
    bytes = total;
    return true;
  }

  /**
   * Sets the bytes of what cannot spill.
   *
   * @throws dev.colonnade.error.ColonnadeException MEMORY_LIMIT beyond the query's hard limit
   */
  public void set(long total) {
    if (total > bytes) {
      memory.grow(total - bytes);
    } else {
      memory.shrink(bytes - total);
    }
    bytes = total;
  }

  public long bytes() {
    return bytes;
  }
}
