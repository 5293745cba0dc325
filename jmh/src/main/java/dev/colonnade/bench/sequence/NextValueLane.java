package dev.colonnade.bench.sequence;

import dev.colonnade.client.PinnedSession;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.protocol.session.DiscardTarget;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Takes one value after the other, the next as soon as the one before is there, until its time is
 * over. Started by one thread, then run by the client's event loop alone.
 */
final class NextValueLane {
  private final PinnedSession session;
  private final ClientSequence sequence;
  private final boolean discards;
  private final long endNanos;
  private final CompletableFuture<Long> done = new CompletableFuture<>();
  private long valueCount;

  NextValueLane(PinnedSession session, ClientSequence sequence, boolean discards, long endNanos) {
    this.session = session;
    this.sequence = sequence;
    this.discards = discards;
    this.endNanos = endNanos;
  }

  void start() {
    var _ = sequence.nextAsync().whenComplete(this::receive);
  }

  /** How many values it took. */
  long await() throws InterruptedException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a lane failed: cause=" + e.getCause(), e.getCause());
    }
  }

  private void receive(@Nullable Long value, @Nullable Throwable failure) {
    if (failure != null) {
      done.completeExceptionally(failure);
      return;
    }
    valueCount++;
    if (discards) {
      var _ = session.discardAsync(DiscardTarget.SEQUENCES).whenComplete(this::goOn);
    } else {
      goOn(value, null);
    }
  }

  private void goOn(@Nullable Object answer, @Nullable Throwable failure) {
    if (failure != null) {
      done.completeExceptionally(failure);
    } else if (System.nanoTime() < endNanos) {
      start();
    } else {
      done.complete(valueCount);
    }
  }
}
