package dev.colonnade.replication.store;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Freshness;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Freshness of a follower, from read indexes. A read index that was requested from the leader at
 * time t, and up to which this member has applied the log, proves that the store contains all that
 * was committed before t. Times are those of this member's monotonic clock only, so that clocks
 * that differ between members have no effect.
 *
 * <p>Requests are shared: at most one is in progress, and readers that arrive meanwhile wait for
 * the next one, which begins after they have arrived. When a part of a permitted age is over, a
 * reader requests the next one without waiting for it: reads go on for the rest of it when there is
 * no leader. Thread-safe.
 */
public final class FollowerFreshness implements Freshness {
  /** Time after which a request in progress is repeated. */
  static final long REQUEST_MILLIS_MAX = 1_000;

  private static final long RETRY_NANOS = 10_000_000;

  /** Age after which a request is renewed if it is permitted to be twice as old. */
  static final long RENEWAL_NANOS = 500_000_000;

  /** Part of a long permitted age after which a request is renewed. */
  private static final int RENEWALS_IN_AGE = 8;

  private final Supplier<CompletableFuture<?>> readIndex;
  private final NanoTicker ticker;
  private final long waitNanos;

  /** Round in progress. Guarded by the monitor, like the two fields below. */
  private @Nullable Round running;

  private @Nullable Round next;
  private boolean isConfirmed;

  /** Time of the newest request that has succeeded; valid if {@link #isConfirmed}. */
  private long confirmedNanos;

  /** Request for a read index, and its readers. */
  private static final class Round {
    final CompletableFuture<Void> done = new CompletableFuture<>();
  }

  /**
   * Creates the freshness of a follower.
   *
   * @param readIndex requests the read index of the leader; the future is completed when this
   *     member has applied the log up to it
   * @param waitNanos maximum time that a read waits
   */
  public FollowerFreshness(
      Supplier<CompletableFuture<?>> readIndex, NanoTicker ticker, long waitNanos) {
    this.readIndex = requireNonNull(readIndex, "readIndex is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.waitNanos = waitNanos;
  }

  @Override
  public boolean isWithin(long ageNanosMax) {
    if (ageNanosMax == 0) {
      return false; // only a request that begins now proves it
    }
    long age;
    synchronized (this) {
      age = isConfirmed ? ticker.nanos() - confirmedNanos : Long.MAX_VALUE;
    }
    if (age > renewalNanos(ageNanosMax)) {
      var _ = join();
    }
    return age <= ageNanosMax;
  }

  private static long renewalNanos(long ageNanosMax) {
    return Math.min(ageNanosMax / 2, Math.max(RENEWAL_NANOS, ageNanosMax / RENEWALS_IN_AGE));
  }

  @Override
  public void require(long ageNanosMax) {
    if (isWithin(ageNanosMax)) {
      return;
    }
    long start = ticker.nanos();
    for (long left = waitNanos; left > 0; left = waitNanos - (ticker.nanos() - start)) {
      try {
        join().get(left, TimeUnit.NANOSECONDS);
        return;
      } catch (ExecutionException e) {
        LockSupport.parkNanos(RETRY_NANOS);
      } catch (TimeoutException e) {
        break;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new ColonnadeException(
        ErrorCode.SERIALIZATION_FAILURE,
        ("this follower cannot establish that its data are at most %d ms old: no leader has"
                + " confirmed it")
            .formatted(TimeUnit.NANOSECONDS.toMillis(ageNanosMax)));
  }

  /** Returns the outcome of a request that begins after this call. */
  private CompletableFuture<Void> join() {
    Round begun;
    synchronized (this) {
      if (running != null) {
        if (next == null) {
          next = new Round();
        }
        return next.done;
      }
      begun = new Round();
      running = begun;
    }
    begin(begun);
    return begun.done;
  }

  /** Returns the number of rounds that wait for the one in progress; for tests. */
  synchronized int waiting() {
    return next == null ? 0 : 1;
  }

  private void begin(Round round) {
    long start = ticker.nanos();
    CompletableFuture<?> request;
    try {
      request = readIndex.get();
    } catch (RuntimeException e) {
      request = CompletableFuture.failedFuture(e);
    }
    var _ =
        request
            .copy()
            .orTimeout(REQUEST_MILLIS_MAX, TimeUnit.MILLISECONDS)
            .whenComplete((index, failure) -> end(round, start, failure));
  }

  private void end(Round round, long start, @Nullable Throwable failure) {
    Round following;
    synchronized (this) {
      if (failure == null) {
        isConfirmed = true;
        confirmedNanos = start;
      }
      following = next;
      running = following;
      next = null;
    }
    if (failure == null) {
      round.done.complete(null);
    } else {
      round.done.completeExceptionally(failure);
    }
    if (following != null) {
      // The completing thread may hold a lock of the log that a request needs.
      Thread.startVirtualThread(() -> begin(following));
    }
  }
}
