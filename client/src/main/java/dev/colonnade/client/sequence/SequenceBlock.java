package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.request.RequestRunner;
import dev.colonnade.client.sequence.BlockSegment.Block;
import dev.colonnade.protocol.sequence.WireValueRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Client-side cache of sequence values, which are reserved at the server in blocks, for services
 * that generate millions of ids per second. No value is returned twice, to any caller. Values have
 * no order, because a block may be below the previous one, and unused values at the end are a gap.
 *
 * <p><b>Fencing.</b> The server does not know which values of a block were returned. When a
 * sequence is altered, set or dropped, a cache continues with the values that it has, at most two
 * blocks, and observes the change when it requests the next block. {@link #discard} drops the
 * cached values.
 *
 * <p><b>Concurrency.</b> Any thread may allocate values. While the segment has values, an
 * allocation is one atomic add (wait-free), which is the linearization point. If values are
 * consumed quickly, the next block is prefetched when the previous one is opened, so that callers
 * wait only if they consume a block within one round trip; if values are consumed slowly, it is
 * requested when the block is exhausted. Block sizes double if blocks are exhausted within a
 * second, and shrink with the demand ({@link BlockSizes}).
 */
public final class SequenceBlock {

  /** Server connection and clock of a cache. */
  interface Source {
    CompletableFuture<List<WireValueRange>> reserve(long count);

    long await(CompletableFuture<Long> value);

    long nowNanos();
  }

  /** SQLSTATE of the server for a sequence that has fewer values than requested. */
  private static final String SEQUENCE_EXHAUSTED = "2200H";

  private final Source source;
  private final BlockSizes sizes;

  /** Number of callers without a value, which the next block should suffice for. */
  private final AtomicInteger waiting = new AtomicInteger();

  /** Segment from which values are claimed. Any thread replaces it by its successor. */
  private final AtomicReference<BlockSegment> current;

  SequenceBlock(Source source, BlockSizes sizes) {
    this.source = requireNonNull(source, "source is null");
    this.sizes = requireNonNull(sizes, "sizes is null");
    this.current = new AtomicReference<>(emptySegment());
  }

  /** Returns a value. Waits only if values are consumed faster than the server reserves them. */
  public long next() {
    for (; ; ) {
      BlockSegment segment = current.get();
      long index = segment.claim();
      if (index < segment.count()) {
        return valueAt(segment, index);
      }
      if (!advance(segment)) {
        return source.await(nextAsync());
      }
    }
  }

  /** Asynchronous variant of {@link #next}. */
  public CompletableFuture<Long> nextAsync() {
    CompletableFuture<Long> value = new CompletableFuture<>();
    waiting.incrementAndGet();
    supply(value);
    return value;
  }

  /** Discards the cached values, so that the next value is reserved after this call. */
  public void discard() {
    current.set(emptySegment());
  }

  private long valueAt(BlockSegment segment, long index) {
    if (index == 0 && segment.block().pace().isFast()) {
      var unused = successorOf(segment);
    }
    return segment.valueAt(index);
  }

  /**
   * Replaces an exhausted segment by its successor. Returns false if the successor is not
   * available.
   */
  private boolean advance(BlockSegment segment) {
    CompletableFuture<BlockSegment> successor = successorOf(segment);
    if (!successor.isDone() || successor.isCompletedExceptionally()) {
      return false;
    }
    current.compareAndSet(segment, successor.join());
    return true;
  }

  /** Completes {@code value} as soon as a value is available. */
  private void supply(CompletableFuture<Long> value) {
    for (; ; ) {
      if (value.isDone()) { // canceled
        waiting.decrementAndGet();
        return;
      }
      BlockSegment segment = current.get();
      long index = segment.claim();
      if (index < segment.count()) {
        waiting.decrementAndGet();
        value.complete(valueAt(segment, index));
        return;
      }
      CompletableFuture<BlockSegment> successor = successorOf(segment);
      if (!successor.isDone()) {
        var unused =
            successor.whenComplete((next, failure) -> resume(segment, value, next, failure));
        return;
      }
      if (successor.isCompletedExceptionally()) {
        fail(value, successor);
        return;
      }
      current.compareAndSet(segment, successor.join());
    }
  }

  private void resume(
      BlockSegment segment,
      CompletableFuture<Long> value,
      @Nullable BlockSegment next,
      @Nullable Throwable failure) {
    if (next == null) {
      waiting.decrementAndGet();
      value.completeExceptionally(
          RequestRunner.unwrap(requireNonNull(failure, "neither segment nor failure")));
    } else {
      current.compareAndSet(segment, next);
      supply(value);
    }
  }

  private void fail(CompletableFuture<Long> value, CompletableFuture<BlockSegment> failed) {
    waiting.decrementAndGet();
    var unused =
        failed.whenComplete(
            (none, failure) -> value.completeExceptionally(RequestRunner.unwrap(failure)));
  }

  /** Returns the successor of a segment, which the first caller requests. */
  private CompletableFuture<BlockSegment> successorOf(BlockSegment segment) {
    CompletableFuture<BlockSegment> present = segment.successor().get();
    if (present != null) {
      return present;
    }
    CompletableFuture<BlockSegment> requested = new CompletableFuture<>();
    CompletableFuture<BlockSegment> witness =
        segment.successor().compareAndExchange(null, requested);
    if (witness != null) {
      return witness;
    }
    AdaptiveBlockSize pace = segment.nextPace(source.nowNanos(), sizes);
    long size = Math.max(pace.size(), Math.min(waiting.get(), sizes.max()));
    var unused =
        reserve(size)
            .thenApply(runs -> chain(runs, pace))
            .whenComplete(
                (chain, failure) -> {
                  if (failure == null) {
                    requested.complete(chain);
                  } else {
                    segment.successor().set(null); // so that the next caller retries
                    requested.completeExceptionally(RequestRunner.unwrap(failure));
                  }
                });
    return requested;
  }

  /** Reserves {@code size} values, or half of them and so on, if the sequence has no more. */
  private CompletableFuture<List<WireValueRange>> reserve(long size) {
    return source
        .reserve(size)
        .exceptionallyCompose(
            failure ->
                size > 1 && isExhausted(RequestRunner.unwrap(failure))
                    ? reserve(size / 2)
                    : CompletableFuture.failedFuture(failure));
  }

  private static boolean isExhausted(ClientException failure) {
    return failure.sqlState().equals(SEQUENCE_EXHAUSTED);
  }

  /**
   * Returns the ranges of one block as a chain, in which each segment is the successor of the
   * previous one.
   */
  private BlockSegment chain(List<WireValueRange> runs, AdaptiveBlockSize pace) {
    if (runs.isEmpty()) {
      throw new ClientException(ClientError.PROTOCOL_VIOLATION, "server reserved no values");
    }
    Block block = new Block(pace, source.nowNanos());
    BlockSegment head = BlockSegment.of(runs.get(runs.size() - 1), block);
    for (int i = runs.size() - 2; i >= 0; i--) {
      BlockSegment before = BlockSegment.of(runs.get(i), block);
      before.successor().set(CompletableFuture.completedFuture(head));
      head = before;
    }
    return head;
  }

  private BlockSegment emptySegment() {
    return BlockSegment.empty(new Block(AdaptiveBlockSize.first(sizes), source.nowNanos()));
  }
}
