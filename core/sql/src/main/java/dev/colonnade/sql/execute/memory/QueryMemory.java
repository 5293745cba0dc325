package dev.colonnade.sql.execute.memory;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Memory account of one query: the sum of its operators' accounts. It reserves memory of the pool
 * in steps. Thread-safe; the accounts of operators are not.
 */
public final class QueryMemory implements AutoCloseable {
  /**
   * Memory that cannot be denied may be this many times the memory of work, but at least {@link
   * #HARD_BYTES_MIN} and at most the pool.
   */
  public static final int HARD_LIMIT_FACTOR = 4;

  /** The least hard limit of a query. */
  public static final long HARD_BYTES_MIN = 64L << 20;

  /** Bytes reserved of the pool at once. */
  private static final long STEP_BYTES = 256L << 10;

  private final MemoryPool pool;
  private final long workBytes;
  private final long hardBytesMax;
  private final long grantBytes;
  private long reservedBytes;
  private long bytes;
  private long peakBytes;
  private boolean isClosed;

  QueryMemory(MemoryPool pool, long workBytes, long grantBytes) {
    this.pool = pool;
    this.workBytes = workBytes;
    this.grantBytes = grantBytes;
    this.reservedBytes = grantBytes;
    long multiple =
        workBytes > Long.MAX_VALUE / HARD_LIMIT_FACTOR
            ? Long.MAX_VALUE
            : workBytes * HARD_LIMIT_FACTOR;
    this.hardBytesMax = Math.min(pool.bytesMax(), Math.max(multiple, HARD_BYTES_MIN));
  }

  /** Returns a new account of an operator, with nothing in it. */
  public OperatorMemory newOperator() {
    return new OperatorMemory(this, null);
  }

  /** Returns the bytes that the operators use. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Returns the most bytes that the operators have used at one time. */
  public synchronized long peakBytes() {
    return peakBytes;
  }

  /** Returns the memory beyond which operators are denied more. */
  public long workBytes() {
    return workBytes;
  }

  /** Adds bytes unless the query or the pool has too few left. Returns whether it did. */
  synchronized boolean tryGrow(long more) {
    return tryGrow(more, workBytes);
  }

  /** Variant of {@link #tryGrow(long)} up to the hard limit of the query. */
  synchronized boolean tryGrowBeyondShare(long more) {
    return tryGrow(more, hardBytesMax);
  }

  private boolean tryGrow(long more, long bytesMax) {
    requireOpen();
    if (more > bytesMax - bytes) {
      return false;
    }
    long missing = bytes + more - reservedBytes;
    if (missing > 0) {
      long step = Math.max(missing, STEP_BYTES);
      if (pool.tryReserve(step)) {
        reservedBytes += step;
      } else if (pool.tryReserve(missing)) {
        reservedBytes += missing;
      } else {
        return false;
      }
    }
    add(more);
    return true;
  }

  /**
   * Adds bytes.
   *
   * @throws ColonnadeException MEMORY_LIMIT beyond the hard limit of the query, or if the pool has
   *     too few left
   */
  synchronized void grow(long more) {
    requireOpen();
    if (more > hardBytesMax - bytes) {
      throw tooMuch(more, hardBytesMax);
    }
    long missing = bytes + more - reservedBytes;
    if (missing > 0) {
      if (!pool.tryReserveAll(missing)) {
        throw tooMuch(more, pool.bytesMax());
      }
      reservedBytes += missing;
    }
    add(more);
  }

  private ColonnadeException tooMuch(long more, long max) {
    return new ColonnadeException(
        ErrorCode.MEMORY_LIMIT,
        "query needs too much memory: bytes=%d max=%d".formatted(bytes + more, max));
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("memory of the query is closed");
    }
  }

  private void add(long more) {
    bytes += more;
    peakBytes = Math.max(peakBytes, bytes);
  }

  /** Removes bytes. */
  synchronized void shrink(long less) {
    bytes -= less;
    assert bytes >= 0 : "more freed than used";
    long kept = Math.max(grantBytes, bytes + STEP_BYTES);
    if (reservedBytes > kept + STEP_BYTES) {
      pool.release(reservedBytes - kept);
      reservedBytes = kept;
    }
  }

  /** Returns everything to the pool. Idempotent. Operators may still be closed after it. */
  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      pool.release(reservedBytes);
      reservedBytes = 0;
    }
  }
}
