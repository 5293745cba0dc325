package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.trace.Span;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Cancellation token of a scan: canceled explicitly, by its parent, or by a deadline. Scans check
 * it at intervals. Thread-safe.
 *
 * <p>A check is also where a virtual thread lets others run: nothing else takes a processor from
 * one that computes, and as many long statements as there are processors would hold up all others.
 *
 * <p>The token also has the span of the request, if that is traced, of which scans are children.
 */
public final class Cancellation {
  /** Time for which a virtual thread computes before others get its processor. */
  private static final long SLICE_NANOS = 10_000_000;

  private static final long NOT_STARTED = 0;

  private static final NanoTicker STOPPED = () -> 0;
  private static final NanoTicker SYSTEM = NanoTicker.system();

  private final NanoTicker ticker;
  private final long deadlineNanos;
  private final boolean hasDeadline;
  private final @Nullable Span span;
  private volatile @Nullable Cancellation parent;
  private volatile boolean canceled;

  /** Start of the current slice; of no thread in particular, so that it may be read late. */
  private long sliceStartNanos = NOT_STARTED;

  private Cancellation(
      NanoTicker ticker, long deadlineNanos, boolean hasDeadline, @Nullable Cancellation parent) {
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.deadlineNanos = deadlineNanos;
    this.hasDeadline = hasDeadline;
    this.parent = parent;
    this.span = parent == null ? null : parent.span;
  }

  private Cancellation(Cancellation parent, @Nullable Span span) {
    this.ticker = STOPPED;
    this.deadlineNanos = 0;
    this.hasDeadline = false;
    this.parent = requireNonNull(parent, "parent is null");
    this.span = span;
  }

  /** Returns a token without a deadline. */
  public static Cancellation withoutDeadline() {
    return new Cancellation(STOPPED, 0, false, null);
  }

  /** Returns a token with a deadline: when {@code ticker} reaches {@code deadlineNanos}. */
  public static Cancellation at(NanoTicker ticker, long deadlineNanos) {
    return new Cancellation(ticker, deadlineNanos, true, null);
  }

  /** Returns a child token, canceled itself or with {@code parent}, which it does not cancel. */
  public static Cancellation within(Cancellation parent) {
    return new Cancellation(STOPPED, 0, false, requireNonNull(parent, "parent is null"));
  }

  /**
   * Returns a child token with a deadline: canceled itself, with {@code parent}, or when {@code
   * ticker} reaches {@code deadlineNanos}.
   */
  public static Cancellation within(Cancellation parent, NanoTicker ticker, long deadlineNanos) {
    return new Cancellation(ticker, deadlineNanos, true, requireNonNull(parent, "parent is null"));
  }

  /** Returns a child token with a span; the parent itself if there is no span. */
  public static Cancellation traced(Cancellation parent, @Nullable Span span) {
    return span == null ? parent : new Cancellation(parent, span);
  }

  /** Returns the span of the request; null if it is not traced. */
  public @Nullable Span span() {
    return span;
  }

  /**
   * Replaces the parent: of a scan that several requests read in turn, each of which can cancel it.
   */
  public void follow(Cancellation newParent) {
    parent = requireNonNull(newParent, "newParent is null");
  }

  /** Cancels the scan. Idempotent. */
  public void cancel() {
    canceled = true;
  }

  /** Throws CANCELED or DEADLINE_EXCEEDED if the scan is canceled or its deadline has passed. */
  public void check() {
    requireNotCanceled();
    if (Thread.currentThread().isVirtual()) {
      yieldAfterSlice();
    }
  }

  private void requireNotCanceled() {
    if (canceled) {
      throw new ColonnadeException(ErrorCode.CANCELED, "scan was canceled");
    }
    Cancellation above = parent;
    if (above != null) {
      above.requireNotCanceled();
    }
    if (hasDeadline && ticker.nanos() - deadlineNanos >= 0) {
      throw new ColonnadeException(ErrorCode.DEADLINE_EXCEEDED, "deadline of the scan has passed");
    }
  }

  /**
   * Waits for an instant after a slice. {@link Thread#yield} would not do: the scheduler of the JDK
   * prefers the queue in which the thread is again, and can pass over the others forever.
   */
  private void yieldAfterSlice() {
    long now = SYSTEM.nanos();
    if (sliceStartNanos == NOT_STARTED) {
      sliceStartNanos = now;
    } else if (now - sliceStartNanos >= SLICE_NANOS) {
      sliceStartNanos = now;
      LockSupport.parkNanos(1);
    }
  }
}
