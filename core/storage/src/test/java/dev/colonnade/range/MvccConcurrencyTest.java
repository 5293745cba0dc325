package dev.colonnade.range;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.text;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.commit.CommitDependencies;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Concurrency test: no update is lost, and readers see atomic commits in commit order. */
class MvccConcurrencyTest {
  private static final int WRITERS = 4;
  private static final int COMMITS_PER_WRITER = 400;
  private static final int COUNTERS = 3;
  private static final CommitOptions OPTIONS =
      new CommitOptions(
          Durability.SYNC, BatchLimits.DEFAULT, new GroupLimits(3, 10_000, 2), 1024, 16);

  private final MemoryStore store = new MemoryStore();
  private final RowBoundaries boundaries = new FamilyRowBoundaries();
  private final ExecutorService completions = Executors.newFixedThreadPool(2);
  private final Ranges ranges = Ranges.open(store, boundaries);
  private final MvccFixture fixture =
      new MvccFixture(
          store,
          ranges,
          OPTIONS,
          local -> local.withThreads(CommitDependencies.Threads.of(completions)));
  private final RangeOperations operations = new RangeOperations(store, fixture.pipeline, ranges);
  private final AtomicBoolean done = new AtomicBoolean();
  private final AtomicLong newestReturned = new AtomicLong();

  @Test
  void shouldLoseNoUpdateAndPublishInOrder() throws Exception {
    for (int counter = 0; counter < COUNTERS; counter++) {
      fixture.put("c" + counter + ";0", "0");
    }
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Integer>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int seed = writer;
        writers.add(threads.submit(() -> increment(new Random(seed), seed)));
      }
      List<Future<Integer>> others = new ArrayList<>();
      for (Callable<Integer> other :
          List.<Callable<Integer>>of(this::read, this::read, this::collect, this::cut)) {
        others.add(threads.submit(other));
      }
      int retries = 0;
      for (Future<Integer> writer : writers) {
        retries += writer.get();
      }
      done.set(true);
      for (Future<Integer> other : others) {
        assertThat(other.get()).isPositive();
      }
      System.out.println("MvccConcurrencyTest: retries=" + retries);
    }
    assertThat(sum(fixture.reads.latest())).isEqualTo((long) WRITERS * COMMITS_PER_WRITER);
    assertThat(RangeVerifier.verify(store, boundaries).problems()).isEmpty();
    assertThat(fixture.pipeline.statistics().commits())
        .isEqualTo(COUNTERS + WRITERS * COMMITS_PER_WRITER);
    fixture.close();
    completions.shutdown();
  }

  /**
   * Increments a random counter and moves the writer's own row in each commit. Returns the number
   * of retries.
   */
  private int increment(Random random, int writer) {
    int retries = 0;
    for (int i = 0; i < COMMITS_PER_WRITER; ) {
      Key counter = key("c" + random.nextInt(COUNTERS) + ";0");
      Version version = fixture.reads.get(counter, fixture.reads.latest());
      if (version == null) {
        throw new IllegalStateException("counter lost key=" + counter);
      }
      long next = Long.parseLong(text(version.value())) + 1;
      Mutations mutations =
          new Mutations()
              .put(counter, value(Long.toString(next)), Condition.versionIs(version.timestamp()))
              .put(key("w" + writer + "-" + i + ";0"), value("x"), Condition.ABSENT);
      if (i > 0) {
        mutations.delete(key("w" + writer + "-" + (i - 1) + ";0"), Condition.PRESENT);
      }
      if (commit(mutations, random.nextBoolean())) {
        i++;
      } else {
        retries++;
      }
    }
    return retries;
  }

  private boolean commit(Mutations mutations, boolean async) {
    try {
      CommitResult result =
          async ? commitAsync(mutations).join() : fixture.pipeline.commit(mutations);
      newestReturned.accumulateAndGet(result.timestamp(), Math::max);
      return true;
    } catch (ColonnadeException e) {
      return isRefused(e);
    } catch (CompletionException e) {
      return isRefused(e.getCause());
    }
  }

  private CompletableFuture<CommitResult> commitAsync(Mutations mutations) {
    return fixture.pipeline.commitAsync(mutations);
  }

  private static boolean isRefused(@Nullable Throwable failure) {
    assertThat(failure)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
    return false;
  }

  /**
   * Checks that there is at most one row per writer and that the counters never decrease. Returns
   * the number of reads.
   */
  private Integer read() {
    long lastSum = 0;
    int reads = 0;
    while (!done.get() || reads == 0) {
      long returned = newestReturned.get();
      try (ReadView view = fixture.reads.open()) {
        assertThat(view.timestamp()).isGreaterThanOrEqualTo(returned);
        long sum = sum(view);
        assertThat(sum).isGreaterThanOrEqualTo(lastSum);
        assertThat(sum(view)).isEqualTo(sum);
        assertThat(countOf(view, KeySpan.prefix(key("w")))).isLessThanOrEqualTo(WRITERS);
        for (int writer = 0; writer < WRITERS; writer++) {
          assertThat(countOf(view, KeySpan.prefix(key("w" + writer + "-")))).isLessThanOrEqualTo(1);
        }
        lastSum = sum;
        reads++;
      }
    }
    return reads;
  }

  private Integer collect() {
    int passes = 0;
    while (!done.get() || passes == 0) {
      fixture.collector.collect(fixture.reads.latest(), completions).join();
      passes++;
    }
    return passes;
  }

  private Integer cut() {
    int cuts = 0;
    while (!done.get() || cuts == 0) {
      operations.splitAt(key("c1;0"));
      operations.splitAt(key("w2;0"));
      assertThat(ranges.map().size()).isEqualTo(3);
      operations.merge(ranges.map().all());
      cuts++;
    }
    return cuts;
  }

  private long sum(long timestamp) {
    try (ReadView view = fixture.reads.open(timestamp)) {
      return sum(view);
    }
  }

  private static long sum(ReadView view) {
    long sum = 0;
    try (VersionCursor cursor = view.cursor(KeySpan.prefix(key("c")))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        sum += Long.parseLong(text(cursor.value()));
      }
    }
    return sum;
  }

  private static int countOf(ReadView view, KeySpan span) {
    int count = 0;
    try (VersionCursor cursor = view.cursor(span)) {
      for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
        count++;
      }
    }
    return count;
  }
}
