package dev.colonnade.sequence;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sequence.SequenceSession.SessionSettings;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SessionBlocks;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a session remembers of one sequence. The value is written, with release order, by whoever
 * drew one, and read by anyone. It has 128 bytes for itself on either side, so that sessions that
 * lie side by side do not take each other's cache line with every value.
 */
final class SessionValues {
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int VALUE = 16;
  private static final int SLOTS = 32;

  private final Sequence sequence;
  private final NanoTicker ticker;
  private volatile @Nullable SessionBlocks blocks;
  private volatile boolean isDrawn;

  private final long[] slots = new long[SLOTS];

  SessionValues(Sequence sequence, NanoTicker ticker) {
    this.sequence = sequence;
    this.ticker = ticker;
  }

  Sequence sequence() {
    return sequence;
  }

  boolean isDrawn() {
    return isDrawn;
  }

  long value() {
    return (long) SLOT.getAcquire(slots, VALUE);
  }

  void draw(long drawn) {
    SLOT.setRelease(slots, VALUE, drawn);
    if (!isDrawn) {
      isDrawn = true;
    }
  }

  boolean tryBlock(LongResult into) {
    SessionBlocks now = blocks;
    return now != null && now.tryNext(into);
  }

  CompletableFuture<Long> nextOfBlock(SessionSettings settings, long timeoutNanos) {
    return blocks(settings).next(timeoutNanos);
  }

  private synchronized SessionBlocks blocks(SessionSettings settings) {
    SessionBlocks now = blocks;
    if (now == null) {
      now =
          new SessionBlocks(
              sequence.cache(), settings.limits(sequence.description().options()), ticker);
      blocks = now;
    }
    return now;
  }

  synchronized void dropBlocks() {
    SessionBlocks now = blocks;
    blocks = null;
    if (now != null) {
      now.drop();
    }
  }
}
