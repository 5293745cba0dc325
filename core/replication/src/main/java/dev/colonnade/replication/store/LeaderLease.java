package dev.colonnade.replication.store;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Lease under which a leader serves reads from its own store.
 *
 * <p>When an entry is applied that was proposed at time t, a majority has received it after t, and
 * none of these members votes for another leader before t plus the minimum election time-out. So
 * until then there is no other leader, and no commit that this one lacks. The lease is shorter than
 * that time by a tenth, for clocks that run at different rates. A reader checks the lease after it
 * has read, so that a pause of the process between the two does no harm.
 *
 * <p>Thread-safe; a check costs one volatile read and a reading of the monotonic clock.
 */
public final class LeaderLease {
  private static final long POLL_NANOS = 1_000_000;
  private static final long NEVER = Long.MIN_VALUE;

  private final NanoTicker ticker;
  private final long durationNanos;
  private final long waitNanos;
  private final AtomicLong validFrom = new AtomicLong(NEVER);
  private volatile boolean isRevoked;

  /**
   * Creates a lease that is not valid yet.
   *
   * @param electionMinNanos minimum election time-out of all members
   * @param waitNanos time that a read waits for a lease to be renewed
   */
  public LeaderLease(NanoTicker ticker, long electionMinNanos, long waitNanos) {
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.durationNanos = electionMinNanos - electionMinNanos / 10;
    this.waitNanos = waitNanos;
  }

  /** Renews the lease: an entry that was proposed at {@code startNanos} is applied. */
  public void renew(long startNanos) {
    validFrom.accumulateAndGet(startNanos, (a, b) -> a == NEVER ? b : b - a > 0 ? b : a);
  }

  /** Ends the lease for good, before leadership is handed over. */
  public void revoke() {
    isRevoked = true;
  }

  public boolean isValid() {
    long from = validFrom.get();
    return from != NEVER && !isRevoked && ticker.nanos() - from < durationNanos;
  }

  /** Returns whether less than two thirds of the lease are left. */
  public boolean isRenewalDue() {
    long from = validFrom.get();
    return from == NEVER || ticker.nanos() - from > durationNanos / 3;
  }

  /** Waits until the lease is valid; throws SERIALIZATION_FAILURE if it does not become so. */
  public void require() {
    if (isValid()) {
      return;
    }
    long start = ticker.nanos();
    while (!isValid()) {
      if (isRevoked || ticker.nanos() - start > waitNanos) {
        throw new ColonnadeException(
            ErrorCode.SERIALIZATION_FAILURE,
            "this leader has no contact with a majority of the members, and may have been"
                + " replaced");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
