package dev.colonnade.mvcc;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.StoreReader;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Coordinator of readers and garbage collection: readers pin their read timestamp, and the
 * collector raises the garbage collection horizon and retains what a pinned reader may need.
 *
 * <p><b>Protocol.</b> A reader writes its timestamp into a free slot and then reads the horizon; it
 * fails if the horizon is above its timestamp. The collector writes the new horizon and then reads
 * the slots; it collects below the lesser of the two. All four are volatile accesses. In their
 * total order either the reader's write precedes the collector's read of the slots, and the
 * collector respects the pin, or the collector's write precedes the reader's read of the horizon,
 * and the reader is refused.
 *
 * <p>Pinning is lock-free: a reader searches for a free slot from a position that depends on its
 * thread, and retries only if another reader claimed the slot. The collector is one thread at a
 * time and wait-free.
 */
public final class RetentionGuard {
  /** Default maximum number of timestamps that are pinned at the same time. */
  public static final int PINS_MAX_DEFAULT = 65_536;

  private static final long FREE = -1;

  /** Written by readers, each its own slot; read by the collector. */
  private final AtomicLongArray pinned;

  /** Written by the collector, read by all threads. Never decreases. */
  private volatile long horizon;

  public RetentionGuard(long horizon, int pinsMax) {
    if (pinsMax < 1) {
      throw new IllegalArgumentException("pinsMax below 1 pinsMax=" + pinsMax);
    }
    this.horizon = horizon;
    pinned = new AtomicLongArray(pinsMax);
    for (int slot = 0; slot < pinsMax; slot++) {
      pinned.setPlain(slot, FREE);
    }
  }

  /** Recovers the guard with the horizon from the store. */
  public static RetentionGuard recover(StoreReader store) {
    return new RetentionGuard(
        TimestampRecords.read(store, TimestampRecords.HORIZON), PINS_MAX_DEFAULT);
  }

  /** Returns the garbage collection horizon: the oldest timestamp at which a read may begin. */
  public long horizon() {
    return horizon;
  }

  /**
   * Pins a timestamp: everything that is visible at {@code timestamp} or later is retained.
   *
   * @throws ColonnadeException READ_TIMESTAMP_TOO_OLD below the horizon, MEMORY_LIMIT if no slot is
   *     free
   */
  public Pin pin(long timestamp) {
    Pin pin = tryPin(timestamp);
    if (pin == null) {
      throw tooOld(timestamp, horizon);
    }
    return pin;
  }

  /** Variant of {@link #pin} that returns null if {@code timestamp} is below the horizon. */
  @Nullable Pin tryPin(long timestamp) {
    if (timestamp < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "read timestamp below zero timestamp=" + timestamp);
    }
    int slot = claim(timestamp);
    if (timestamp < horizon) {
      pinned.set(slot, FREE);
      return null;
    }
    return new Pin(slot);
  }

  /**
   * Throws READ_TIMESTAMP_TOO_OLD if versions that are visible at {@code timestamp} may have been
   * collected.
   */
  public void requireReadable(long timestamp) {
    long oldest = horizon;
    if (timestamp < oldest) {
      throw tooOld(timestamp, oldest);
    }
  }

  /** Returns the oldest pinned timestamp; {@code Long.MAX_VALUE} if none is pinned. */
  public long oldestPin() {
    long oldest = Long.MAX_VALUE;
    for (int slot = 0; slot < pinned.length(); slot++) {
      long timestamp = pinned.get(slot);
      if (timestamp != FREE) {
        oldest = Math.min(oldest, timestamp);
      }
    }
    return oldest;
  }

  /**
   * Raises the horizon to {@code timestamp}, which refuses new readers below it, and returns the
   * collection point: no reader needs versions superseded at or before it. Called only by the
   * collector.
   */
  public long raise(long timestamp) {
    horizon = Math.max(horizon, timestamp);
    return Math.min(horizon, oldestPin());
  }

  private static ColonnadeException tooOld(long timestamp, long horizon) {
    return new ColonnadeException(
        ErrorCode.READ_TIMESTAMP_TOO_OLD,
        "read timestamp below the retention horizon timestamp=%d horizon=%d"
            .formatted(timestamp, horizon));
  }

  private int claim(long timestamp) {
    int slots = pinned.length();
    int start =
        Math.floorMod(
            Long.hashCode(Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L), slots);
    for (int probe = 0; probe < slots; probe++) {
      int slot = start + probe < slots ? start + probe : start + probe - slots;
      if (pinned.getPlain(slot) == FREE && pinned.compareAndSet(slot, FREE, timestamp)) {
        return slot;
      }
    }
    throw new ColonnadeException(
        ErrorCode.MEMORY_LIMIT, "too many timestamps pinned by readers max=" + slots);
  }

  /** Pinned timestamp. Closing it twice has no effect; used by one thread at a time. */
  public final class Pin implements AutoCloseable {
    private final int slot;
    private boolean closed;

    private Pin(int slot) {
      this.slot = slot;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        pinned.set(slot, FREE);
      }
    }
  }
}
