package dev.colonnade.sequence;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SessionBlockCache;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * State of one sequence in one session: the last allocated value (currval) and the block of the
 * session. The allocating thread writes the value with release order; any thread reads it with
 * acquire order. The value has 128 bytes of padding on either side, so that sessions adjacent in
 * memory do not cause false sharing.
 */
final class SessionSequenceState {
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int VALUE = 16;
  private static final int SLOTS = 32;

  private final Sequence sequence;
  private final NanoTicker ticker;
  private volatile @Nullable SessionBlockCache block;
  private volatile boolean hasValue;
  private volatile boolean isHidden;

  private final long[] slots = new long[SLOTS];

  SessionSequenceState(Sequence sequence, NanoTicker ticker) {
    this.sequence = sequence;
    this.ticker = ticker;
  }

  Sequence sequence() {
    return sequence;
  }

  boolean hasValue() {
    return hasValue;
  }

  /** Returns whether allocations from the sequence do not change lastval. */
  boolean isHidden() {
    return isHidden;
  }

  void hide() {
    isHidden = true;
  }

  long valueAcquire() {
    return (long) SLOT.getAcquire(slots, VALUE);
  }

  void setValueRelease(long value) {
    SLOT.setRelease(slots, VALUE, value);
    if (!hasValue) {
      hasValue = true;
    }
  }

  boolean tryNextFromBlock(LongResult into) {
    SessionBlockCache now = block;
    return now != null && now.tryNext(into);
  }

  /** Returns the next value of the block; {@code limits} apply if the session has no block yet. */
  CompletableFuture<Long> nextFromBlock(BlockSizeLimits limits, long timeoutNanos) {
    return block(limits).next(timeoutNanos);
  }

  private synchronized SessionBlockCache block(BlockSizeLimits limits) {
    SessionBlockCache now = block;
    if (now == null) {
      now = new SessionBlockCache(sequence.cache(), limits, ticker);
      block = now;
    }
    return now;
  }

  synchronized void releaseBlock() {
    SessionBlockCache now = block;
    block = null;
    if (now != null) {
      now.release();
    }
  }
}
