package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.RequestRunner;
import dev.colonnade.client.sequence.Segment.Block;
import dev.colonnade.protocol.sequence.ValueRun;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Values of a sequence that are reserved in blocks at the server and given out here, for services
 * that make millions of ids a second. No value is given out twice, by whomever; but they come in no
 * order, as a block may lie below the one before it, and what is left at the end is a gap.
 *
 * <p><b>Fencing.</b> The server does not know what of a block was given out. When a sequence is
 * altered, set or dropped, a block goes on with the values that it has, at most two blocks of them,
 * and sees the change when it asks for the next. {@link #discard} forgets them.
 *
 * <p><b>Concurrency.</b> Any thread may take values. While there are some, taking is one atomic
 * add, wait-free, and it is the add that decides who gets which value. The next block is asked for
 * when the one before it is opened, if values go fast, so that callers wait only if they use up a
 * block within one round trip; if values go slowly, when the block is used up. Blocks double as
 * they are used up within a second, and shrink with the demand ({@link BlockSizes}).
 */
public final class SequenceBlock {

  /** What a block needs from outside. */
  interface Source {
    CompletableFuture<List<ValueRun>> reserve(long count);

    long await(CompletableFuture<Long> value);

    long nowNanos();
  }

  /** The server's SQLSTATE for a sequence without so many values. */
  private static final String SEQUENCE_EXHAUSTED = "2200H";

  private final Source source;
  private final BlockSizes sizes;

  /** Callers without a value, which the next block should have enough for. */
  private final AtomicInteger waiting = new AtomicInteger();

  /** What values are claimed from. Any thread moves it on, to the successor of what it held. */
  private final AtomicReference<Segment> current;

  SequenceBlock(Source source, BlockSizes sizes) {
    this.source = requireNonNull(source, "source is null");
    this.sizes = requireNonNull(sizes, "sizes is null");
    this.current = new AtomicReference<>(nothing());
  }

  /** A value. Waits only if values are used up faster than the server reserves them. */
  public long next() {
    for (; ; ) {
      Segment segment = current.get();
      long index = segment.claim();
      if (index < segment.count()) {
        return take(segment, index);
      }
      if (!moveOn(segment)) {
        return source.await(nextAsync());
      }
    }
  }

  /** As {@link #next}, without waiting. */
  public CompletableFuture<Long> nextAsync() {
    CompletableFuture<Long> value = new CompletableFuture<>();
    waiting.incrementAndGet();
    supply(value);
    return value;
  }

  /** Forgets the values that it has, so that the next one is reserved after this was called. */
  public void discard() {
    current.set(nothing());
  }

  private long take(Segment segment, long index) {
    if (index == 0 && segment.block().pace().isFast()) {
      var unused = successorOf(segment);
    }
    return segment.valueAt(index);
  }

  /** Goes to the successor of a segment that is used up, if it is there. */
  private boolean moveOn(Segment segment) {
    CompletableFuture<Segment> successor = successorOf(segment);
    if (!successor.isDone() || successor.isCompletedExceptionally()) {
      return false;
    }
    current.compareAndSet(segment, successor.join());
    return true;
  }

  /** Completes {@code value} as soon as there is one. */
  private void supply(CompletableFuture<Long> value) {
    for (; ; ) {
      if (value.isDone()) { // canceled
        waiting.decrementAndGet();
        return;
      }
      Segment segment = current.get();
      long index = segment.claim();
      if (index < segment.count()) {
        waiting.decrementAndGet();
        value.complete(take(segment, index));
        return;
      }
      CompletableFuture<Segment> successor = successorOf(segment);
      if (!successor.isDone()) {
        var unused = successor.whenComplete((next, failure) -> goOn(segment, value, next, failure));
        return;
      }
      if (successor.isCompletedExceptionally()) {
        fail(value, successor);
        return;
      }
      current.compareAndSet(segment, successor.join());
    }
  }

  private void goOn(
      Segment segment,
      CompletableFuture<Long> value,
      @Nullable Segment next,
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

  private void fail(CompletableFuture<Long> value, CompletableFuture<Segment> failed) {
    waiting.decrementAndGet();
    var unused =
        failed.whenComplete(
            (none, failure) -> value.completeExceptionally(RequestRunner.unwrap(failure)));
  }

  /** What comes after a segment, asked for by the first who wants to know. */
  private CompletableFuture<Segment> successorOf(Segment segment) {
    CompletableFuture<Segment> present = segment.successor().get();
    if (present != null) {
      return present;
    }
    CompletableFuture<Segment> asked = new CompletableFuture<>();
    CompletableFuture<Segment> witness = segment.successor().compareAndExchange(null, asked);
    if (witness != null) {
      return witness;
    }
    BlockPace pace = segment.nextPace(source.nowNanos(), sizes);
    long size = Math.max(pace.size(), Math.min(waiting.get(), sizes.max()));
    var unused =
        reserve(size)
            .thenApply(runs -> chain(runs, pace))
            .whenComplete(
                (chain, failure) -> {
                  if (failure == null) {
                    asked.complete(chain);
                  } else {
                    segment.successor().set(null); // for the next one to try again
                    asked.completeExceptionally(RequestRunner.unwrap(failure));
                  }
                });
    return asked;
  }

  /** Reserves so many values, or half of them, and so on, if the sequence has no more. */
  private CompletableFuture<List<ValueRun>> reserve(long size) {
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

  /** The runs of one block, each the successor of the one before. */
  private Segment chain(List<ValueRun> runs, BlockPace pace) {
    if (runs.isEmpty()) {
      throw new ClientException(ClientError.PROTOCOL_VIOLATION, "server reserved no values");
    }
    Block block = new Block(pace, source.nowNanos());
    Segment head = Segment.of(runs.get(runs.size() - 1), block);
    for (int i = runs.size() - 2; i >= 0; i--) {
      Segment before = Segment.of(runs.get(i), block);
      before.successor().set(CompletableFuture.completedFuture(head));
      head = before;
    }
    return head;
  }

  private Segment nothing() {
    return Segment.empty(new Block(BlockPace.first(sizes), source.nowNanos()));
  }
}
