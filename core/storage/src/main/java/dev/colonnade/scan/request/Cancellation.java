package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Tells a scan that its result is not wanted any more: because somebody said so, or because its
 * deadline has passed. Scans ask at intervals. Safe for use by many threads.
 */
public final class Cancellation {
  private static final NanoTicker STOPPED = () -> 0;

  private final NanoTicker ticker;
  private final long deadlineNanos;
  private final boolean hasDeadline;
  private final @Nullable Cancellation parent;
  private volatile boolean canceled;

  private Cancellation(
      NanoTicker ticker, long deadlineNanos, boolean hasDeadline, @Nullable Cancellation parent) {
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.deadlineNanos = deadlineNanos;
    this.hasDeadline = hasDeadline;
    this.parent = parent;
  }

  /** Without a deadline. */
  public static Cancellation withoutDeadline() {
    return new Cancellation(STOPPED, 0, false, null);
  }

  /** With a deadline at which {@code ticker} will show {@code deadlineNanos}. */
  public static Cancellation at(NanoTicker ticker, long deadlineNanos) {
    return new Cancellation(ticker, deadlineNanos, true, null);
  }

  /** Canceled on its own, or with {@code parent}, which it does not cancel. */
  public static Cancellation within(Cancellation parent) {
    return new Cancellation(STOPPED, 0, false, requireNonNull(parent, "parent is null"));
  }

  /**
   * Canceled on its own, with {@code parent}, or when {@code ticker} shows {@code deadlineNanos}.
   */
  public static Cancellation within(Cancellation parent, NanoTicker ticker, long deadlineNanos) {
    return new Cancellation(ticker, deadlineNanos, true, requireNonNull(parent, "parent is null"));
  }

  /** Says that the result is not wanted any more. */
  public void cancel() {
    canceled = true;
  }

  /** CANCELED or DEADLINE_EXCEEDED if the result is not wanted any more. */
  public void check() {
    if (canceled) {
      throw new ColonnadeException(ErrorCode.CANCELED, "scan was canceled");
    }
    if (parent != null) {
      parent.check();
    }
    if (hasDeadline && ticker.nanos() - deadlineNanos >= 0) {
      throw new ColonnadeException(ErrorCode.DEADLINE_EXCEEDED, "deadline of the scan has passed");
    }
  }
}
