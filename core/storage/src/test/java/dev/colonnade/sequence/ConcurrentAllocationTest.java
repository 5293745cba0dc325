package dev.colonnade.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.OptionChange;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Linearizability test of concurrent allocations: many threads allocate from one sequence, and the
 * recorded history is checked. Each allocation reads a tick of one shared counter before it starts
 * and another one after it has returned.
 */
class ConcurrentAllocationTest {
  private static final int THREADS = 4;
  private static final int ALLOCATIONS = 20_000;
  private static final int ALLOCATIONS_MIN = 500;

  /** Allocation of a value between two ticks. */
  private record Allocation(long begin, long end, long value) {}

  private final Random random = Seed.random("ConcurrentAllocationTest");
  private final MemoryStore store = new MemoryStore();
  private final ExecutorService refills = Executors.newFixedThreadPool(2);
  private final SequenceFixture fixture =
      new SequenceFixture(
          store, SequenceConfig.DEFAULT.withCacheMin(7).withRange(50).withAheadMax(50), refills);
  private final AtomicLong ticks = new AtomicLong();

  @AfterEach
  void close() {
    refills.shutdown();
    fixture.mvcc.close();
  }

  /**
   * With one counter, a history is linearizable exactly if no value is allocated twice and every
   * allocation that ended before another one started has the smaller value.
   */
  @Test
  void shouldBeLinearizable() throws Exception {
    for (SequenceMode mode : List.of(SequenceMode.NORMAL, SequenceMode.ORDERED)) {
      Sequence sequence =
          fixture.operations.create(
              "s" + mode, SequenceOptions.builder().increment(3).mode(mode).build());
      List<Allocation> history = allocateAll(sequence);
      assertThat(history).hasSize(THREADS * ALLOCATIONS);
      assertOrdered(history);
      assertThat(history.stream().map(Allocation::value).distinct()).hasSize(history.size());
      long last = history.stream().mapToLong(Allocation::value).max().orElseThrow();
      assertThat(last).isEqualTo(1 + 3 * (THREADS * ALLOCATIONS - 1L)); // nothing was skipped
      assertThat(fixture.operations.describe(sequence.name()).lastValue())
          .isGreaterThanOrEqualTo(last);
    }
  }

  /**
   * Allocations that start after a change has returned are of its epoch, and their values are
   * unique.
   */
  @Test
  void shouldAllocateNoOldValueAfterAChange() throws Exception {
    Sequence sequence = fixture.operations.create("s", SequenceOptions.defaults());
    AtomicLong floor = new AtomicLong();
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Long>> allocators = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        CacheMethod method = thread == 0 ? CacheMethod.CONNECTION : CacheMethod.SERVER;
        allocators.add(threads.submit(() -> allocateAbove(sequence, floor, done, method)));
      }
      for (long epoch = 1; epoch <= 300; epoch++) {
        long value = epoch * 1_000_000_000L;
        fixture.operations.setValue(sequence, value, true);
        floor.set(value);
        Thread.sleep(0, random.nextInt(300_000));
      }
      done.set(true);
      for (Future<Long> allocator : allocators) {
        assertThat(allocator.get()).isPositive();
      }
    }
  }

  @Test
  void shouldRepeatNothingWhileItIsAltered() throws Exception {
    Sequence sequence = fixture.operations.create("s", SequenceOptions.defaults());
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<List<Long>>> allocators = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        CacheMethod method = thread == 0 ? CacheMethod.CONNECTION : CacheMethod.SERVER;
        allocators.add(threads.submit(() -> allocateUntil(sequence, done, method)));
      }
      try {
        for (int change = 0; change < 300; change++) {
          SequenceChange alter = SequenceChange.builder().increment(1 + change % 5).build();
          switch (random.nextInt(3)) {
            case 0 -> fixture.operations.alter("s", alter);
            case 1 -> alterInVain(alter);
            default -> sequence.cache().evict();
          }
          Thread.sleep(0, random.nextInt(300_000));
        }
      } finally {
        done.set(true);
      }
      List<Long> values = new ArrayList<>();
      for (Future<List<Long>> allocator : allocators) {
        values.addAll(allocator.get());
      }
      assertThat(new HashSet<>(values)).hasSameSizeAs(values);
      assertThat(values).hasSizeGreaterThanOrEqualTo(THREADS * ALLOCATIONS_MIN);
    }
  }

  @Test
  void shouldNeverAllocateFromADroppedSequenceOfTheSameName() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    fixture.operations.create("s", SequenceOptions.defaults());
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Long>> allocators = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        allocators.add(threads.submit(() -> allocateByName(done)));
      }
      try {
        for (int round = 1; round <= 200; round++) {
          fixture.operations.drop("s");
          long start = round * 1_000_000_000L;
          fixture.operations.create(
              "s", SequenceOptions.builder().min(start).max(start + 999_999_999L).build());
          Thread.sleep(0, random.nextInt(300_000));
        }
      } finally {
        done.set(true); // otherwise the allocating threads would block a failing test
      }
      for (Future<Long> allocator : allocators) {
        assertThat(allocator.get()).isPositive();
      }
    }
  }

  private List<Allocation> allocateAll(Sequence sequence) throws Exception {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Callable<List<Allocation>>> allocators = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        allocators.add(() -> allocate(sequence));
      }
      List<Allocation> history = new ArrayList<>();
      for (Future<List<Allocation>> allocator : threads.invokeAll(allocators)) {
        history.addAll(allocator.get());
      }
      return history;
    }
  }

  private List<Allocation> allocate(Sequence sequence) {
    List<Allocation> allocations = new ArrayList<>(ALLOCATIONS);
    SequenceSession session = fixture.newSession();
    for (int i = 0; i < ALLOCATIONS; i++) {
      fixture.nanos.addAndGet(1_000);
      long begin = ticks.incrementAndGet();
      long value = SequenceFixture.next(session, sequence);
      allocations.add(new Allocation(begin, ticks.incrementAndGet(), value));
    }
    return allocations;
  }

  /** Asserts that an allocation that ended before another one started has the smaller value. */
  private static void assertOrdered(List<Allocation> history) {
    List<Allocation> byBegin =
        history.stream().sorted(Comparator.comparingLong(Allocation::begin)).toList();
    List<Allocation> byEnd =
        history.stream().sorted(Comparator.comparingLong(Allocation::end)).toList();
    long greatestEnded = Long.MIN_VALUE;
    int ended = 0;
    for (Allocation allocation : byBegin) {
      while (byEnd.get(ended).end() < allocation.begin()) {
        greatestEnded = Math.max(greatestEnded, byEnd.get(ended).value());
        ended++;
      }
      assertThat(allocation.value()).isGreaterThan(greatestEnded);
    }
  }

  private long allocateAbove(
      Sequence sequence, AtomicLong floor, AtomicBoolean done, CacheMethod method) {
    SequenceSession session = fixture.newSession();
    session.cacheMethod(method);
    long count = 0;
    Set<Long> seen = new HashSet<>();
    while (!done.get() || count == 0) {
      long atLeast = floor.get();
      long value = SequenceFixture.next(session, sequence);
      assertThat(value).isGreaterThan(atLeast);
      assertThat(seen.add(value)).isTrue();
      count++;
    }
    return count;
  }

  private List<Long> allocateUntil(Sequence sequence, AtomicBoolean done, CacheMethod method) {
    SequenceSession session = fixture.newSession();
    session.cacheMethod(method);
    List<Long> values = new ArrayList<>();
    while (!done.get() || values.size() < ALLOCATIONS_MIN) {
      values.add(SequenceFixture.next(session, sequence));
    }
    return values;
  }

  private long allocateByName(AtomicBoolean done) {
    SequenceSession session = fixture.newSession();
    long greatest = 0;
    long count = 0;
    while (!done.get() || count == 0) {
      Sequence sequence = fixture.sequences.find("s");
      try {
        if (sequence != null) {
          long value = SequenceFixture.next(session, sequence);
          assertThat(value).isGreaterThan(greatest);
          greatest = value;
          count++;
        }
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_SEQUENCE);
      }
    }
    return count;
  }

  /** Executes an ALTER that fails because of contradicting bounds, and has no effect. */
  private void alterInVain(SequenceChange valid) {
    try {
      fixture.operations.alter(
          "s",
          new SequenceChange(
              valid.as(),
              valid.increment(),
              valid.min(),
              OptionChange.to(1),
              valid.start(),
              valid.cache(),
              valid.cycle(),
              valid.mode(),
              valid.ownership(),
              valid.restart()));
      throw new AssertionError("a sequence with one value");
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }
}
