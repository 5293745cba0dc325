package dev.colonnade.sql.vector.operator;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** The memory that one query may keep rows in. One thread. */
public final class QueryMemory {
  private final long bytesMax;
  private long bytes;

  public QueryMemory(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** The bytes charged at present. */
  public long bytes() {
    return bytes;
  }

  /**
   * Charges bytes, or gives them back where {@code change} is negative.
   *
   * @throws ColonnadeException MEMORY_LIMIT
   */
  public void charge(long change) {
    if (change > 0 && bytes + change > bytesMax) {
      throw new ColonnadeException(
          ErrorCode.MEMORY_LIMIT,
          "query needs too much memory: bytes=%d max=%d".formatted(bytes + change, bytesMax));
    }
    bytes += change;
  }

  /** Returns a memory account for one operator: charged as it grows, released as a whole. */
  public Share newShare() {
    return new Share(this);
  }

  /** A part of the memory. */
  public static final class Share {
    private final QueryMemory memory;
    private long charged;

    private Share(QueryMemory memory) {
      this.memory = memory;
    }

    /** Sets the size of the buffered data. */
    public void set(long kept) {
      memory.charge(kept - charged);
      charged = kept;
    }

    /** Adds to the size of the buffered data. */
    public void add(long more) {
      set(charged + more);
    }
  }
}
