package dev.colonnade.client.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.testing.Seed;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.sequence.ValueRun;
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

/** Blocks of values, over a server that is a counter. */
final class SequenceBlockTest {
  private static final BlockSizes SMALL = new BlockSizes(4, 64);

  private final Counter counter = new Counter();

  @Test
  void shouldGiveTheValuesOfTheServerInTheirOrder() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    assertThat(take(block, 1000)).containsExactly(LongStream.rangeClosed(1, 1000).toArray());
  }

  @Test
  void shouldDoubleBlocksThatAreUsedUpWithinASecond() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    take(block, 4 + 8 + 16 + 32 + 64 + 64);
    assertThat(counter.asked).startsWith(4L, 8L, 16L, 32L, 64L, 64L);
  }

  @Test
  void shouldKeepHalveAndResetTheSizeAsDemandFalls() {
    BlockPace pace = new BlockPace(32, true);
    assertThat(pace.after(millis(1_000), SMALL)).isEqualTo(new BlockPace(64, true));
    assertThat(new BlockPace(64, true).after(0, SMALL)).isEqualTo(new BlockPace(64, true));
    assertThat(pace.after(millis(1_001), SMALL)).isEqualTo(new BlockPace(32, false));
    assertThat(pace.after(millis(3_000), SMALL)).isEqualTo(new BlockPace(32, false));
    assertThat(pace.after(millis(3_001), SMALL)).isEqualTo(new BlockPace(16, false));
    assertThat(new BlockPace(4, true).after(millis(4_000), SMALL))
        .isEqualTo(new BlockPace(4, false));
    assertThat(pace.after(millis(5_001), SMALL)).isEqualTo(new BlockPace(4, false));
  }

  @Test
  void shouldNotAskAheadWhenValuesGoSlowly() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    take(block, 4);
    counter.advance(2_000);
    take(block, 4);
    assertThat(counter.asked).containsExactly(4L, 4L);
    counter.advance(9_000);
    take(block, 1);
    assertThat(counter.asked).containsExactly(4L, 4L, 4L);
  }

  @Test
  void shouldAskForTheNextBlockWhenAFastOneIsOpened() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    take(block, 4);
    assertThat(counter.asked).containsExactly(4L);
    take(block, 1);
    assertThat(counter.asked).containsExactly(4L, 8L, 16L);
    take(block, 7);
    assertThat(counter.asked).containsExactly(4L, 8L, 16L);
  }

  @Test
  void shouldNotAskTwiceForTheSameBlock() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.hold();
    List<CompletableFuture<Long>> values = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      values.add(block.nextAsync());
    }
    assertThat(counter.held).hasSize(1);
    counter.release();
    assertThat(values).allMatch(CompletableFuture::isDone);
    assertThat(values.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
    assertThat(counter.asked).startsWith(4L, 46L); // as many as wait
  }

  @Test
  void shouldTryAgainAfterAFailure() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.failure = new ClientException(ClientError.CONNECTION_LOST, "told to");
    assertThatThrownBy(block::next).isSameAs(counter.failure);
    assertThatThrownBy(block::next).isSameAs(counter.failure);
    counter.failure = null;
    assertThat(block.next()).isEqualTo(1);
  }

  @Test
  void shouldFailThoseWhoWaitedForABlockThatFailed() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.hold();
    CompletableFuture<Long> value = block.nextAsync();
    assertThat(value).isNotDone();
    counter.failure = new ClientException(ClientError.CONNECTION_LOST, "told to");
    counter.release();
    assertThat(value).isCompletedExceptionally();
    counter.failure = null;
    assertThat(block.nextAsync()).isCompletedWithValue(1L);
  }

  @Test
  void shouldTakeTheLastValuesOfASequenceAsWell() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.last = 22;
    assertThat(take(block, 22)).containsExactly(LongStream.rangeClosed(1, 22).toArray());
    assertThatThrownBy(block::next)
        .isInstanceOfSatisfying(
            ClientException.class, ended -> assertThat(ended.sqlState()).isEqualTo("2200H"));
    counter.last = 30;
    assertThat(block.next()).isEqualTo(23);
  }

  @Test
  void shouldForgetWhatItHasAndWhatIsOnItsWay() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    take(block, 4);
    counter.hold();
    CompletableFuture<Long> waiting = block.nextAsync();
    counter.next = 1_000; // the sequence is altered; the block on its way may be of before
    counter.releaseAs(new ValueRun(5, 1, 8), block::discard);
    assertThat(waiting).isCompletedWithValue(1_000L);
    take(block, 2);
    counter.next = 5_000;
    block.discard();
    assertThat(block.next()).isEqualTo(5_000);
  }

  @Test
  void shouldGiveAllRunsOfABlockInTheirOrder() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.hold();
    CompletableFuture<Long> first = block.nextAsync();
    counter.releaseAs(
        List.of(new ValueRun(8, -4, 3), new ValueRun(Long.MAX_VALUE, 1, 1)), () -> {});
    assertThat(first).isCompletedWithValue(8L);
    assertThat(take(block, 3)).containsExactly(4, 0, Long.MAX_VALUE);
    assertThat(block.next()).isEqualTo(1);
  }

  @Test
  void shouldRefuseAnAnswerWithoutValues() {
    SequenceBlock block = new SequenceBlock(counter, SMALL);
    counter.hold();
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
  void shouldSkipThoseWhoGaveUp() {
    SequenceBlock block = new SequenceBlock(counter, new BlockSizes(1, 1));
    counter.hold();
    CompletableFuture<Long> canceled = block.nextAsync();
    CompletableFuture<Long> waiting = block.nextAsync();
    canceled.cancel(false);
    counter.release();
    assertThat(waiting).isCompletedWithValue(1L);
  }

  @Test
  void shouldGiveNoValueTwiceToManyThreads() throws Exception {
    int threads = 4;
    int each = 50_000;
    long seed = Seed.of("SequenceBlockTest");
    try (Slow slow = new Slow(seed)) {
      SequenceBlock block = new SequenceBlock(slow, new BlockSizes(1, 512));
      ExecutorService callers = Executors.newFixedThreadPool(threads);
      List<Future<long[]>> taken = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        boolean async = i % 2 == 0;
        taken.add(callers.submit(() -> takeAll(block, each, async)));
      }
      long[] all = new long[0];
      for (Future<long[]> values : taken) {
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

  private static long[] takeAll(SequenceBlock block, int count, boolean async) throws Exception {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = async ? block.nextAsync().get(120, TimeUnit.SECONDS) : block.next();
    }
    return values;
  }

  private static long[] take(SequenceBlock block, int count) {
    return LongStream.range(0, count).map(i -> block.next()).toArray();
  }

  /** Answers at once, or when it is told to. */
  private static class Counter implements SequenceBlock.Source {
    final List<Long> asked = new ArrayList<>();
    final Deque<CompletableFuture<List<ValueRun>>> held = new ArrayDeque<>();
    private final Deque<Long> heldSizes = new ArrayDeque<>();
    @Nullable ClientException failure;
    long next = 1;
    long last = Long.MAX_VALUE / 2;
    private boolean holding;
    private long nowNanos;

    @Override
    public CompletableFuture<List<ValueRun>> reserve(long count) {
      asked.add(count);
      CompletableFuture<List<ValueRun>> answer = new CompletableFuture<>();
      if (holding) {
        held.add(answer);
        heldSizes.add(count);
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

    void hold() {
      holding = true;
    }

    void release() {
      holding = false;
      while (!held.isEmpty()) {
        answer(held.remove(), heldSizes.remove());
      }
    }

    void releaseAs(ValueRun run, Runnable before) {
      releaseAs(List.of(run), before);
    }

    void releaseAs(List<ValueRun> runs, Runnable before) {
      holding = false;
      before.run();
      heldSizes.remove();
      held.remove().complete(runs);
    }

    private void answer(CompletableFuture<List<ValueRun>> answer, long count) {
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
      ValueRun run = new ValueRun(next, 1, count);
      next += count;
      answer.complete(List.of(run));
    }
  }

  /** Answers from a thread of its own, after a while that is drawn. */
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
    public synchronized CompletableFuture<List<ValueRun>> reserve(long count) {
      outstandingMax = Math.max(outstandingMax, ++outstanding);
      int spins = random.nextInt(20_000);
      CompletableFuture<List<ValueRun>> answer = new CompletableFuture<>();
      thread.execute(
          () -> {
            for (int i = 0; i < spins; i++) {
              Thread.onSpinWait();
            }
            answer.complete(List.of(draw(count)));
          });
      return answer;
    }

    private synchronized ValueRun draw(long count) {
      outstanding--;
      ValueRun run = new ValueRun(next, 1, count);
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
