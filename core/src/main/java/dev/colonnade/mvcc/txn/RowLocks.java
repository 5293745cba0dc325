package dev.colonnade.mvcc.txn;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockOwner;
import dev.colonnade.mvcc.lock.LockRequest;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockTable;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The locks of one owner, with waiting. Used by one thread at a time. */
public final class RowLocks {
  private final LockTable table;
  private final LockOwner owner;
  private final NanoTicker ticker;
  private long waitedNanos;

  public RowLocks(LockTable table, LockOwner owner, NanoTicker ticker) {
    this.table = table;
    this.owner = owner;
    this.ticker = ticker;
  }

  /**
   * Takes a lock. Returns whether the owner has it: false only where it was to be skipped.
   *
   * @throws ColonnadeException LOCK_NOT_AVAILABLE; CANCELED if the thread is interrupted, which
   *     stays interrupted; what {@link LockTable#request} fails with
   */
  public boolean lock(Key key, LockStrength strength, LockWait wait) {
    return switch (wait) {
      case LockWait.Immediately.SKIP -> table.tryLock(owner, key, strength);
      case LockWait.Immediately.FAIL -> {
        if (!table.tryLock(owner, key, strength)) {
          throw notAvailable(key);
        }
        yield true;
      }
      case LockWait.Within(Duration timeout) -> {
        LockRequest request = table.request(owner, key, strength);
        if (!request.isGranted()) {
          await(request, key, timeout);
        }
        yield true;
      }
    };
  }

  /** Whether the owner may change the row. */
  boolean isLockedForWriting(Key key) {
    return table.isHeld(owner, key, LockStrength.NO_KEY_UPDATE);
  }

  /** How long the owner has waited altogether. */
  public long waitedNanos() {
    return waitedNanos;
  }

  /** Gives back all locks. */
  public void releaseAll() {
    table.releaseAll(owner);
  }

  static ColonnadeException notAvailable(Key key) {
    return new ColonnadeException(
        ErrorCode.LOCK_NOT_AVAILABLE, "could not obtain lock on row key=" + key);
  }

  private void await(LockRequest request, Key key, Duration timeout) {
    long start = ticker.nanos();
    try {
      request.granted().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      if (table.giveUp(request)) {
        throw new ColonnadeException(
            ErrorCode.LOCK_NOT_AVAILABLE,
            "canceling statement due to lock timeout key=%s timeout=%s".formatted(key, timeout),
            e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (table.giveUp(request)) {
        throw new ColonnadeException(
            ErrorCode.CANCELED, "canceled while waiting for a lock key=" + key, e);
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a lock request failed", e);
    } finally {
      waitedNanos += ticker.nanos() - start;
    }
  }
}
