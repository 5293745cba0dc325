package dev.colonnade.storage.replica;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.storage.lifecycle.StorageRole;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Control of readable timestamps: makes a timestamp readable at which nothing was committed. No
 * later commit gets a timestamp at or below it, also not under another leader.
 */
public final class ReadableTimestamps {
  /** Maximum time that a read at a timestamp on a replica waits for the log to publish it. */
  public static final Duration REPLICA_WAIT_MAX = Duration.ofSeconds(3);

  private static final long POLL_NANOS = 1_000_000;

  private final StorageRole role;
  private final CommitPipeline pipeline;
  private final HybridClock clock;
  private final PublishedTimestamp published;
  private final NanoTicker ticker;

  public ReadableTimestamps(
      StorageRole role,
      CommitPipeline pipeline,
      HybridClock clock,
      PublishedTimestamp published,
      NanoTicker ticker) {
    this.role = requireNonNull(role, "role is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.published = requireNonNull(published, "published is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /**
   * Makes {@code timestamp} readable. A leader writes it to the log, so that the next leader's
   * commits are above it, whatever its clock reads. A replica waits until the log publishes it.
   *
   * @throws ColonnadeException READ_TIMESTAMP_IN_FUTURE if the clock has not reached it, or if a
   *     replica does not receive it in time
   */
  public void advanceTo(long timestamp) {
    if (timestamp <= published.get()) {
      return;
    }
    switch (role) {
      case STANDALONE -> pipeline.advanceTo(timestamp);
      case LEADER -> advanceInLog(timestamp);
      case REPLICA -> await(timestamp);
    }
  }

  private void advanceInLog(long timestamp) {
    if (timestamp > clock.physicalNanos()) {
      pipeline.advanceTo(timestamp); // throws
    }
    pipeline.exclusive(
        context -> {
          clock.observe(timestamp);
          TimestampRecords.put(context.batch(), TimestampRecords.PUBLISHED, context.timestamp());
          return true;
        });
  }

  /** Publishes the present time, so that replicas know that they are up to date. */
  public void publishNow() {
    advanceTo(clock.physicalNanos());
  }

  private void await(long timestamp) {
    long start = ticker.nanos();
    while (published.get() < timestamp) {
      if (ticker.nanos() - start > REPLICA_WAIT_MAX.toNanos()) {
        throw new ColonnadeException(
            ErrorCode.READ_TIMESTAMP_IN_FUTURE,
            "replica has not received this timestamp yet timestamp=%d published=%d"
                .formatted(timestamp, published.get()));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
