package dev.colonnade.replication.checkpoint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Limit of the rate of a transfer: after each part the transfer waits until its mean rate is not
 * above the limit. One thread.
 */
public final class TransferRate {
  /** Rate that limits nothing. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private final long bytesPerSecondMax;
  private final NanoTicker ticker;
  private final LongConsumer sleeper;
  private final long startNanos;
  private long bytes;

  /**
   * Begins a transfer.
   *
   * @param sleeper waits for nanoseconds; it may return earlier
   */
  public TransferRate(long bytesPerSecondMax, NanoTicker ticker, LongConsumer sleeper) {
    if (bytesPerSecondMax < 1) {
      throw new IllegalArgumentException("bytesPerSecondMax=" + bytesPerSecondMax);
    }
    this.bytesPerSecondMax = bytesPerSecondMax;
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.sleeper = requireNonNull(sleeper, "sleeper is null");
    startNanos = ticker.nanos();
  }

  /** Waits after a part of the transfer. */
  void transferred(long partBytes) {
    if (bytesPerSecondMax == UNLIMITED) {
      return;
    }
    bytes += partBytes;
    double seconds = (double) bytes / bytesPerSecondMax;
    long dueNanos = (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    for (long left = dueNanos; left > 0; ) {
      left = dueNanos - (ticker.nanos() - startNanos);
      if (left > 0 && !Thread.currentThread().isInterrupted()) {
        sleeper.accept(left);
      } else {
        return;
      }
    }
  }
}
