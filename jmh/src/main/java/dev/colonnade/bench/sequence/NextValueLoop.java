package dev.colonnade.bench.sequence;

import dev.colonnade.client.PinnedSession;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.protocol.session.DiscardTarget;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Closed loop of nextval: requests the next value as soon as the previous one is received, until a
 * deadline. Started by one thread, then run by the client's event loop only.
 */
final class NextValueLoop {
  private final PinnedSession session;
  private final ClientSequence sequence;
  private final boolean discards;
  private final long endNanos;
  private final CompletableFuture<Long> done = new CompletableFuture<>();
  private long valueCount;

  NextValueLoop(PinnedSession session, ClientSequence sequence, boolean discards, long endNanos) {
    this.session = session;
    this.sequence = sequence;
    this.discards = discards;
    this.endNanos = endNanos;
  }

  void start() {
    var _ = sequence.nextAsync().whenComplete(this::receive);
  }

  /** Waits for the end of the loop. Returns the number of values. */
  long await() throws InterruptedException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a loop failed: cause=" + e.getCause(), e.getCause());
    }
  }

  private void receive(@Nullable Long value, @Nullable Throwable failure) {
    if (failure != null) {
      done.completeExceptionally(failure);
      return;
    }
    valueCount++;
    if (discards) {
      var _ = session.discardAsync(DiscardTarget.SEQUENCES).whenComplete(this::continueOrFinish);
    } else {
      continueOrFinish(value, null);
    }
  }

  private void continueOrFinish(@Nullable Object answer, @Nullable Throwable failure) {
    if (failure != null) {
      done.completeExceptionally(failure);
    } else if (System.nanoTime() < endNanos) {
      start();
    } else {
      done.complete(valueCount);
    }
  }
}
