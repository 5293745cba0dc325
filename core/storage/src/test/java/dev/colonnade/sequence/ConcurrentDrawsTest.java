package dev.colonnade.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.Adjustment;
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
 * Many threads draw from one sequence, and the history that they record is judged. Each draw takes
 * a tick of one shared counter before it begins and another one after it has returned.
 */
class ConcurrentDrawsTest {
  private static final int THREADS = 4;
  private static final int DRAWS = 20_000;
  private static final int DRAWS_MIN = 500;

  /** A draw between two ticks, of a value in an epoch that its thread knew of. */
  private record Draw(long begin, long end, long value) {}

  private final Random random = Seed.random("ConcurrentDrawsTest");
  private final MemoryStore store = new MemoryStore();
  private final ExecutorService refills = Executors.newFixedThreadPool(2);
  private final SequenceHouse house =
      new SequenceHouse(
          store, SequenceConfig.DEFAULT.withCacheMin(7).withRange(50).withAheadMax(50), refills);
  private final AtomicLong ticks = new AtomicLong();

  @AfterEach
  void close() {
    refills.shutdown();
    house.mvcc.close();
  }

  /**
   * With one counter, a history is linearizable exactly if no value comes twice and every draw that
   * ended before another one began has the smaller value.
   */
  @Test
  void shouldBeLinearizable() throws Exception {
    for (SequenceMode mode : List.of(SequenceMode.NORMAL, SequenceMode.ORDERED)) {
      Sequence sequence =
          house.operations.create(
              "s" + mode, SequenceOptions.builder().increment(3).mode(mode).build());
      List<Draw> history = drawAll(sequence);
      assertThat(history).hasSize(THREADS * DRAWS);
      assertOrdered(history);
      assertThat(history.stream().map(Draw::value).distinct()).hasSize(history.size());
      long last = history.stream().mapToLong(Draw::value).max().orElseThrow();
      assertThat(last).isEqualTo(1 + 3 * (THREADS * DRAWS - 1L)); // nothing was skipped
      assertThat(house.operations.describe(sequence.name()).lastValue())
          .isGreaterThanOrEqualTo(last);
    }
  }

  /** Draws that begin after a change has returned are of its epoch, and all of them differ. */
  @Test
  void shouldHandOutNothingOldAfterAChange() throws Exception {
    Sequence sequence = house.operations.create("s", SequenceOptions.defaults());
    AtomicLong floor = new AtomicLong();
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Long>> drawers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        CacheMethod method = thread == 0 ? CacheMethod.CONNECTION : CacheMethod.SERVER;
        drawers.add(threads.submit(() -> drawAbove(sequence, floor, done, method)));
      }
      for (long epoch = 1; epoch <= 300; epoch++) {
        long value = epoch * 1_000_000_000L;
        house.operations.setValue(sequence, value, true);
        floor.set(value);
        Thread.sleep(0, random.nextInt(300_000));
      }
      done.set(true);
      for (Future<Long> drawer : drawers) {
        assertThat(drawer.get()).isPositive();
      }
    }
  }

  @Test
  void shouldRepeatNothingWhileItIsAltered() throws Exception {
    Sequence sequence = house.operations.create("s", SequenceOptions.defaults());
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<List<Long>>> drawers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        CacheMethod method = thread == 0 ? CacheMethod.CONNECTION : CacheMethod.SERVER;
        drawers.add(threads.submit(() -> drawUntil(sequence, done, method)));
      }
      try {
        for (int change = 0; change < 300; change++) {
          SequenceChange alter = SequenceChange.builder().increment(1 + change % 5).build();
          switch (random.nextInt(3)) {
            case 0 -> house.operations.alter("s", alter);
            case 1 -> alterInVain(alter);
            default -> sequence.cache().retire();
          }
          Thread.sleep(0, random.nextInt(300_000));
        }
      } finally {
        done.set(true);
      }
      List<Long> values = new ArrayList<>();
      for (Future<List<Long>> drawer : drawers) {
        values.addAll(drawer.get());
      }
      assertThat(new HashSet<>(values)).hasSameSizeAs(values);
      assertThat(values).hasSizeGreaterThanOrEqualTo(THREADS * DRAWS_MIN);
    }
  }

  @Test
  void shouldNeverDrawFromASequenceOfTheSameName() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    house.operations.create("s", SequenceOptions.defaults());
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Long>> drawers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        drawers.add(threads.submit(() -> drawByName(done)));
      }
      try {
        for (int round = 1; round <= 200; round++) {
          house.operations.drop("s");
          long start = round * 1_000_000_000L;
          house.operations.create(
              "s", SequenceOptions.builder().min(start).max(start + 999_999_999L).build());
          Thread.sleep(0, random.nextInt(300_000));
        }
      } finally {
        done.set(true); // else those who draw would keep the test from failing
      }
      for (Future<Long> drawer : drawers) {
        assertThat(drawer.get()).isPositive();
      }
    }
  }

  private List<Draw> drawAll(Sequence sequence) throws Exception {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Callable<List<Draw>>> drawers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        drawers.add(() -> draw(sequence));
      }
      List<Draw> history = new ArrayList<>();
      for (Future<List<Draw>> drawer : threads.invokeAll(drawers)) {
        history.addAll(drawer.get());
      }
      return history;
    }
  }

  private List<Draw> draw(Sequence sequence) {
    List<Draw> draws = new ArrayList<>(DRAWS);
    SequenceSession session = house.newSession();
    for (int i = 0; i < DRAWS; i++) {
      house.nanos.addAndGet(1_000);
      long begin = ticks.incrementAndGet();
      long value = SequenceHouse.next(session, sequence);
      draws.add(new Draw(begin, ticks.incrementAndGet(), value));
    }
    return draws;
  }

  /** Whoever ended before another one began has the smaller value. */
  private static void assertOrdered(List<Draw> history) {
    List<Draw> byBegin = history.stream().sorted(Comparator.comparingLong(Draw::begin)).toList();
    List<Draw> byEnd = history.stream().sorted(Comparator.comparingLong(Draw::end)).toList();
    long greatestEnded = Long.MIN_VALUE;
    int ended = 0;
    for (Draw draw : byBegin) {
      while (byEnd.get(ended).end() < draw.begin()) {
        greatestEnded = Math.max(greatestEnded, byEnd.get(ended).value());
        ended++;
      }
      assertThat(draw.value()).isGreaterThan(greatestEnded);
    }
  }

  private long drawAbove(
      Sequence sequence, AtomicLong floor, AtomicBoolean done, CacheMethod method) {
    SequenceSession session = house.newSession();
    session.cacheMethod(method);
    long count = 0;
    Set<Long> seen = new HashSet<>();
    while (!done.get() || count == 0) {
      long atLeast = floor.get();
      long value = SequenceHouse.next(session, sequence);
      assertThat(value).isGreaterThan(atLeast);
      assertThat(seen.add(value)).isTrue();
      count++;
    }
    return count;
  }

  private List<Long> drawUntil(Sequence sequence, AtomicBoolean done, CacheMethod method) {
    SequenceSession session = house.newSession();
    session.cacheMethod(method);
    List<Long> values = new ArrayList<>();
    while (!done.get() || values.size() < DRAWS_MIN) {
      values.add(SequenceHouse.next(session, sequence));
    }
    return values;
  }

  private long drawByName(AtomicBoolean done) {
    SequenceSession session = house.newSession();
    long greatest = 0;
    long count = 0;
    while (!done.get() || count == 0) {
      Sequence sequence = house.sequences.find("s");
      try {
        if (sequence != null) {
          long value = SequenceHouse.next(session, sequence);
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

  /** The bounds do not allow it: everything stays as it is. */
  private void alterInVain(SequenceChange valid) {
    try {
      house.operations.alter(
          "s",
          new SequenceChange(
              valid.as(),
              valid.increment(),
              valid.min(),
              Adjustment.to(1),
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
