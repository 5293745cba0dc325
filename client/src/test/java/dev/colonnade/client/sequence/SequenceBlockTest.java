package dev.colonnade.client.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.sequence.WireValueRange;
import dev.colonnade.testing.Seed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the sequence cache, over a server that is a counter. */
final class SequenceBlockTest {
  private static final BlockSizes SMALL = new BlockSizes(4, 64);

  private final Counter counter = new Counter();

  @Test
  void shouldReturnTheValuesOfTheServerInOrder() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    assertThat(allocate(block, 1000)).containsExactly(LongStream.rangeClosed(1, 1000).toArray());
  }

  @Test
  void shouldDoubleBlocksThatAreExhaustedWithinASecond() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    allocate(block, 4 + 8 + 16 + 32 + 64 + 64);
    assertThat(counter.requestedSizes).startsWith(4L, 8L, 16L, 32L, 64L, 64L);
  }

  @Test
  void shouldRetainHalveAndResetTheSizeAsDemandFalls() {
    AdaptiveBlockSize pace = new AdaptiveBlockSize(32, true);
    assertThat(pace.after(millis(1_000), SMALL)).isEqualTo(new AdaptiveBlockSize(64, true));
    assertThat(new AdaptiveBlockSize(64, true).after(0, SMALL))
        .isEqualTo(new AdaptiveBlockSize(64, true));
    assertThat(pace.after(millis(1_001), SMALL)).isEqualTo(new AdaptiveBlockSize(32, false));
    assertThat(pace.after(millis(3_000), SMALL)).isEqualTo(new AdaptiveBlockSize(32, false));
    assertThat(pace.after(millis(3_001), SMALL)).isEqualTo(new AdaptiveBlockSize(16, false));
    assertThat(new AdaptiveBlockSize(4, true).after(millis(4_000), SMALL))
        .isEqualTo(new AdaptiveBlockSize(4, false));
    assertThat(pace.after(millis(5_001), SMALL)).isEqualTo(new AdaptiveBlockSize(4, false));
  }

  @Test
  void shouldNotPrefetchWhenValuesAreConsumedSlowly() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    allocate(block, 4);
    counter.advance(2_000);
    allocate(block, 4);
    assertThat(counter.requestedSizes).containsExactly(4L, 4L);
    counter.advance(9_000);
    allocate(block, 1);
    assertThat(counter.requestedSizes).containsExactly(4L, 4L, 4L);
  }

  @Test
  void shouldPrefetchTheNextBlockWhenValuesAreConsumedQuickly() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    allocate(block, 4);
    assertThat(counter.requestedSizes).containsExactly(4L);
    allocate(block, 1);
    assertThat(counter.requestedSizes).containsExactly(4L, 8L, 16L);
    allocate(block, 7);
    assertThat(counter.requestedSizes).containsExactly(4L, 8L, 16L);
  }

  @Test
  void shouldRequestEachBlockOnce() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.block();
    List<CompletableFuture<Long>> values = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      values.add(block.nextAsync());
    }
    assertThat(counter.pending).hasSize(1);
    counter.release();
    assertThat(values).allMatch(CompletableFuture::isDone);
    assertThat(values.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
    assertThat(counter.requestedSizes).startsWith(4L, 46L); // as many as are waiting
  }

  @Test
  void shouldRetryAfterAFailure() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.failure = new ClientException(ClientError.CONNECTION_LOST, "scripted failure");
    assertThatThrownBy(block::next).isSameAs(counter.failure);
    assertThatThrownBy(block::next).isSameAs(counter.failure);
    counter.failure = null;
    assertThat(block.next()).isEqualTo(1);
  }

  @Test
  void shouldFailTheCallersThatWaitForAFailedBlock() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.block();
    CompletableFuture<Long> value = block.nextAsync();
    assertThat(value).isNotDone();
    counter.failure = new ClientException(ClientError.CONNECTION_LOST, "scripted failure");
    counter.release();
    assertThat(value).isCompletedExceptionally();
    counter.failure = null;
    assertThat(block.nextAsync()).isCompletedWithValue(1L);
  }

  @Test
  void shouldAllocateTheLastValuesOfASequence() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.last = 22;
    assertThat(allocate(block, 22)).containsExactly(LongStream.rangeClosed(1, 22).toArray());
    assertThatThrownBy(block::next)
        .isInstanceOfSatisfying(
            ClientException.class, ended -> assertThat(ended.sqlState()).isEqualTo("2200H"));
    counter.last = 30;
    assertThat(block.next()).isEqualTo(23);
  }

  @Test
  void shouldDiscardCachedAndOutstandingBlocks() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    allocate(block, 4);
    counter.block();
    CompletableFuture<Long> waiting = block.nextAsync();
    counter.next =
        1_000; // the sequence is altered; the outstanding block may be of the earlier epoch
    counter.releaseAs(new WireValueRange(5, 1, 8), block::discard);
    assertThat(waiting).isCompletedWithValue(1_000L);
    allocate(block, 2);
    counter.next = 5_000;
    block.discard();
    assertThat(block.next()).isEqualTo(5_000);
  }

  @Test
  void shouldReturnAllRangesOfABlockInOrder() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.block();
    CompletableFuture<Long> first = block.nextAsync();
    counter.releaseAs(
        List.of(new WireValueRange(8, -4, 3), new WireValueRange(Long.MAX_VALUE, 1, 1)), () -> {});
    assertThat(first).isCompletedWithValue(8L);
    assertThat(allocate(block, 3)).containsExactly(4, 0, Long.MAX_VALUE);
    assertThat(block.next()).isEqualTo(1);
  }

  @Test
  void shouldRejectAResponseWithoutValues() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.block();
    CompletableFuture<Long> first = block.nextAsync();
    counter.releaseAs(List.of(), () -> {});
    assertThat(first)
        .failsWithin(0, TimeUnit.SECONDS)
        .withThrowableThat()
        .havingCause()
        .satisfies(
            cause ->
                assertThat(((ClientException) cause).is(ClientError.PROTOCOL_VIOLATION)).isTrue());
  }

  @Test
  void shouldSkipCanceledCallers() {
    SequenceBlock block = new SequenceBlock(counter, new BlockSizes(1, 1));
    counter.block();
    CompletableFuture<Long> canceled = block.nextAsync();
    CompletableFuture<Long> waiting = block.nextAsync();
    canceled.cancel(false);
    counter.release();
    assertThat(waiting).isCompletedWithValue(1L);
  }

  @Test
  void shouldReturnNoValueTwiceToConcurrentThreads() throws Exception {
    int threads = 4;
    int each = 50_000;
    long seed = Seed.of("SequenceBlockTest");
    try (Slow slow = new Slow(seed)) {
      SequenceBlock block = new SequenceBlock(slow, new BlockSizes(1, 512));
      ExecutorService callers = Executors.newFixedThreadPool(threads);
      List<Future<long[]>> allocated = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        boolean async = i % 2 == 0;
        allocated.add(callers.submit(() -> allocateAll(block, each, async)));
      }
      long[] all = new long[0];
      for (Future<long[]> values : allocated) {
        long[] more = values.get(120, TimeUnit.SECONDS);
        assertThat(more).as("seed=%d", seed).isSorted();
        all = LongStream.concat(Arrays.stream(all), Arrays.stream(more)).toArray();
      }
      callers.shutdown();
      assertThat(Arrays.stream(all).distinct().count()).isEqualTo((long) threads * each);
      assertThat(all.length).isLessThanOrEqualTo((int) slow.reserved());
      assertThat(slow.concurrentMax()).isEqualTo(1);
    }
  }

  private static long millis(long count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }

  private static long[] allocateAll(SequenceBlock block, int count, boolean async)
      throws Exception {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = async ? block.nextAsync().get(120, TimeUnit.SECONDS) : block.next();
    }
    return values;
  }

  private static long[] allocate(SequenceBlock block, int count) {
    return LongStream.range(0, count).map(i -> block.next()).toArray();
  }

  /** Source that responds immediately, or when the test releases it. */
  private static class Counter implements SequenceBlock.Source {
    final List<Long> requestedSizes = new ArrayList<>();
    final Deque<CompletableFuture<List<WireValueRange>>> pending = new ArrayDeque<>();
    private final Deque<Long> pendingSizes = new ArrayDeque<>();
    @Nullable ClientException failure;
    long next = 1;
    long last = Long.MAX_VALUE / 2;
    private boolean isBlocked;
    private long nowNanos;

    @Override
    public CompletableFuture<List<WireValueRange>> reserve(long count) {
      requestedSizes.add(count);
      CompletableFuture<List<WireValueRange>> answer = new CompletableFuture<>();
      if (isBlocked) {
        pending.add(answer);
        pendingSizes.add(count);
      } else {
        answer(answer, count);
      }
      return answer;
    }

    @Override
    public long await(CompletableFuture<Long> value) {
      try {
        return value.join();
      } catch (java.util.concurrent.CompletionException failed) {
        throw (RuntimeException) failed.getCause();
      }
    }

    @Override
    public long nowNanos() {
      return nowNanos;
    }

    void advance(long millis) {
      nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    void block() {
      isBlocked = true;
    }

    void release() {
      isBlocked = false;
      while (!pending.isEmpty()) {
        answer(pending.remove(), pendingSizes.remove());
      }
    }

    void releaseAs(WireValueRange run, Runnable before) {
      releaseAs(List.of(run), before);
    }

    void releaseAs(List<WireValueRange> runs, Runnable before) {
      isBlocked = false;
      before.run();
      pendingSizes.remove();
      pending.remove().complete(runs);
    }

    private void answer(CompletableFuture<List<WireValueRange>> answer, long count) {
      if (failure != null) {
        answer.completeExceptionally(failure);
        return;
      }
      if (next + count - 1 > last) {
        answer.completeExceptionally(
            new ClientException(
                new ErrorResponse(1052, "2200H", ErrorCategory.USER, "no more values", "")));
        return;
      }
      WireValueRange run = new WireValueRange(next, 1, count);
      next += count;
      answer.complete(List.of(run));
    }
  }

  /** Source that responds from a separate thread after a random delay. */
  private static final class Slow implements SequenceBlock.Source, AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Random random;
    private long next = 1;
    private int outstanding;
    private int outstandingMax;

    Slow(long seed) {
      random = new Random(seed);
    }

    @Override
    public synchronized CompletableFuture<List<WireValueRange>> reserve(long count) {
      outstandingMax = Math.max(outstandingMax, ++outstanding);
      int spins = random.nextInt(20_000);
      CompletableFuture<List<WireValueRange>> answer = new CompletableFuture<>();
      thread.execute(
          () -> {
            for (int i = 0; i < spins; i++) {
              Thread.onSpinWait();
            }
            answer.complete(List.of(allocate(count)));
          });
      return answer;
    }

    private synchronized WireValueRange allocate(long count) {
      outstanding--;
      WireValueRange run = new WireValueRange(next, 1, count);
      next += count;
      return run;
    }

    synchronized long reserved() {
      return next - 1;
    }

    synchronized int concurrentMax() {
      return outstandingMax;
    }

    @Override
    public long await(CompletableFuture<Long> value) {
      return value.orTimeout(120, TimeUnit.SECONDS).join();
    }

    @Override
    public long nowNanos() {
      return System.nanoTime();
    }

    @Override
    public void close() {
      thread.shutdownNow();
    }
  }
}
