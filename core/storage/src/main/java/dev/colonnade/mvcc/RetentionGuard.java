package dev.colonnade.mvcc;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.StoreReader;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the garbage collector and the readers out of each other's way: readers pin the timestamp
 * they read at; the collector raises a horizon and leaves alone what a pinned reader may need.
 *
 * <p><b>How.</b> A reader writes its timestamp into a free slot and then reads the horizon; it
 * fails if the horizon is above its timestamp. The collector writes the new horizon and then reads
 * the slots; it collects below the lesser of the two. All four are volatile accesses, so in their
 * total order either the reader's write comes before the collector's reading of the slots, and the
 * collector respects it, or the collector's write comes before the reader's reading of the horizon,
 * and the reader is refused.
 *
 * <p>Pinning is lock-free: a reader searches for a free slot from a place that depends on its
 * thread and retries only where another reader took the slot. The collector is one thread at a time
 * and wait-free.
 */
public final class RetentionGuard {
  /** Default of how many timestamps can be pinned at the same time. */
  public static final int PINS_MAX_DEFAULT = 65_536;

  private static final long FREE = -1;

  /** Written by readers, each its own slot; read by the collector. */
  private final AtomicLongArray pinned;

  /** Written by the collector; read by everyone. Only ever raised. */
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

  /** Continues with the horizon that the store holds. */
  public static RetentionGuard recover(StoreReader store) {
    return new RetentionGuard(
        TimestampRecords.read(store, TimestampRecords.HORIZON), PINS_MAX_DEFAULT);
  }

  /** The oldest timestamp at which reading may begin. */
  public long horizon() {
    return horizon;
  }

  /**
   * Holds back the collection of everything that is visible at {@code timestamp} or later.
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

  /** As {@link #pin}; null if {@code timestamp} is below the horizon. */
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

  /** Fails if what is visible at {@code timestamp} may have been collected. */
  public void requireReadable(long timestamp) {
    long oldest = horizon;
    if (timestamp < oldest) {
      throw tooOld(timestamp, oldest);
    }
  }

  /** The oldest pinned timestamp; {@code Long.MAX_VALUE} if none is. */
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
   * Refuses new readers below {@code timestamp} and returns up to where may be collected: versions
   * superseded at or before the result are needed by nobody. The collector alone calls this.
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

  /** A pinned timestamp. Closing it twice is harmless; one thread at a time. */
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
