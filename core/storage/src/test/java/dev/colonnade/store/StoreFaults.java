package dev.colonnade.store;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Fault injection for a {@link MemoryStore}. Reads are gets and moves of cursors; writes are
 * batches. Thread-safe.
 */
public final class StoreFaults {
  private final AtomicReference<@Nullable Fault> read = new AtomicReference<>();
  private final AtomicReference<@Nullable Fault> write = new AtomicReference<>();
  private final AtomicReference<@Nullable Fault> sync = new AtomicReference<>();

  private record Fault(int remaining, boolean again, ErrorCode code) {
    @Nullable Fault next() {
      if (remaining > 1) {
        return new Fault(remaining - 1, again, code);
      }
      return again ? this : null;
    }
  }

  /** Makes the {@code nth} read from now fail, counted from 1. */
  public void failRead(int nth, ErrorCode code) {
    read.set(new Fault(nth, false, code));
  }

  /** Makes the {@code nth} write from now fail without effect, counted from 1. */
  public void failWrite(int nth, ErrorCode code) {
    write.set(new Fault(nth, false, code));
  }

  /** Makes the {@code nth} sync of earlier writes from now fail, counted from 1. */
  public void failSync(int nth, ErrorCode code) {
    sync.set(new Fault(nth, false, code));
  }

  /** Makes all writes fail until {@link #heal}. */
  public void failAllWrites(ErrorCode code) {
    write.set(new Fault(1, true, code));
  }

  /** Removes all faults. */
  public void heal() {
    read.set(null);
    write.set(null);
    sync.set(null);
  }

  void beforeRead() {
    check(read, "read");
  }

  void beforeWrite() {
    check(write, "write");
  }

  void beforeSync() {
    check(sync, "sync");
  }

  private static void check(AtomicReference<@Nullable Fault> pending, String operation) {
    Fault now = pending.getAndUpdate(fault -> fault == null ? null : fault.next());
    if (now != null && now.remaining == 1) {
      throw new ColonnadeException(now.code, "failed on demand operation=" + operation);
    }
  }
}
