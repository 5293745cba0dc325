package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.OptionChange;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Model test with random histories of one sequence, under one thread: allocations by sessions of
 * both methods, reservations, changes, failing disks, idle times, restarts and crashes.
 *
 * <p>No value is allocated twice between two jumps (RESTART, setval). Without failures, the
 * server's cache skips no values except the blocks of sessions; after a crash, only reserved values
 * are skipped.
 */
class SequenceModelTest {
  private static final int HISTORIES = Integer.getInteger("colonnade.model.rounds", 400);
  private static final int STEPS = 120;

  private final Random random = Seed.random("SequenceModelTest");

  private MemoryStore store = new MemoryStore();
  private SequenceFixture fixture = newFixture();
  private List<SequenceSession> sessions = List.of();
  private SequenceOptions options = SequenceOptions.defaults();
  private final Set<Long> allocated = new HashSet<>();

  /** True if gaps are legal, because blocks of sessions or a crash may have discarded values. */
  private boolean maySkip;

  private long expected;
  private boolean isExhausted;

  @Test
  void shouldNeverAllocateAValueTwice() {
    long allocations = 0;
    for (int history = 0; history < HISTORIES; history++) {
      begin();
      for (int step = 0; step < STEPS; step++) {
        step();
      }
      allocations += allocated.size();
      fixture.mvcc.close();
    }
    assertThat(allocations).isGreaterThan(HISTORIES * 20L);
  }

  private void begin() {
    fixture.mvcc.close();
    store = new MemoryStore();
    fixture = newFixture();
    options = randomOptions();
    fixture.operations.create("s", options);
    newSessions();
    jumpTo(options.start());
  }

  private void step() {
    switch (random.nextInt(40)) {
      case 0 -> restart();
      case 1 -> setValue();
      case 2 -> alter();
      case 3 -> reopenCleanly();
      case 4 -> crash();
      case 5 -> failWrites();
      case 6, 7 -> beIdle();
      case 8 -> switchMethod();
      case 9 -> session().discardSequences();
      case 10, 11, 12 -> reserve();
      default -> allocate(1 + random.nextInt(6));
    }
  }

  private void allocate(int count) {
    for (int i = 0; i < count; i++) {
      SequenceSession session = session();
      fixture.nanos.addAndGet(random.nextInt(1_000_000));
      try {
        long value = SequenceFixture.next(session, sequence());
        check(value);
        assertThat(session.currentValue(sequence())).isEqualTo(value);
        assertThat(session.lastValue()).isEqualTo(value);
      } catch (ColonnadeException e) {
        assertThat(e.code()).isIn(ErrorCode.SEQUENCE_LIMIT, ErrorCode.DISK_FULL);
        if (e.code() == ErrorCode.SEQUENCE_LIMIT) {
          requireExhausted();
        }
      }
    }
  }

  private void reserve() {
    int count = 1 + random.nextInt(30);
    try {
      List<ValueRun> runs =
          SequenceFixture.await(
              session().reserve(sequence(), count, SequenceFixture.TIMEOUT_NANOS));
      assertThat(runs.stream().mapToLong(ValueRun::count).sum()).isEqualTo(count);
      maySkip |= options.mode() == SequenceMode.NORMAL;
      for (ValueRun run : runs) {
        for (long i = 0; i < run.count(); i++) {
          check(run.value(i));
        }
      }
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.SEQUENCE_LIMIT);
      assertThat(options.cycle()).isFalse();
    }
  }

  /** Compares an allocated value with the model. */
  private void check(long value) {
    assertThat(value).isBetween(options.min(), options.max());
    if (options.cycle()) {
      return; // values repeat legally
    }
    assertThat(allocated.add(value)).as("allocated twice value=%d %s", value, options).isTrue();
    if (!maySkip) {
      assertThat(value).as("%s", options).isEqualTo(expected);
      isExhausted = !fits(value);
      expected = isExhausted ? 0 : value + options.increment();
    }
  }

  private boolean fits(long value) {
    return options.increment() > 0
        ? options.max() - value >= options.increment()
        : value - options.min() >= -options.increment();
  }

  private void requireExhausted() {
    assertThat(options.cycle()).isFalse();
    if (!maySkip) {
      assertThat(isExhausted).as("%s expected=%d", options, expected).isTrue();
    }
  }

  private void jumpTo(long value) {
    allocated.clear();
    expected = value;
    isExhausted = false;
    maySkip = anyHasBlocks();
  }

  private void restart() {
    long value = random.nextBoolean() ? options.start() : randomValue();
    fixture.operations.alter("s", SequenceChange.builder().restart(OptionChange.to(value)).build());
    jumpTo(value);
  }

  private void setValue() {
    long value = randomValue();
    session().setValue(sequence(), value, false);
    jumpTo(value);
  }

  private void alter() {
    boolean fails = random.nextInt(3) == 0;
    if (fails) {
      store.faults().failWrite(1, ErrorCode.DISK_FULL);
    }
    try {
      SequenceDescription altered =
          fixture.operations.alter(
              "s",
              SequenceChange.builder()
                  .cache(options.mode() == SequenceMode.GAPLESS ? 1 : 1 + random.nextInt(5))
                  .build());
      options = altered.options();
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
      assertThat(fails).isTrue();
    }
    store.faults().heal();
  }

  private void reopenCleanly() {
    long before = requireNonNull(fixture.sequences.find("s")).id();
    fixture.sequences.close(1);
    fixture.mvcc.pipeline.close();
    fixture = newFixture();
    newSessions();
    assertThat(sequence().id()).isEqualTo(before);
  }

  private void crash() {
    store = store.crash();
    fixture = newFixture();
    newSessions();
    maySkip = true;
  }

  private void failWrites() {
    store.faults().failWrite(1, ErrorCode.DISK_FULL);
    allocate(1 + random.nextInt(3));
    store.faults().heal();
  }

  private void beIdle() {
    IdleCacheEvictor sweep = new IdleCacheEvictor(fixture.sequences);
    sweep.run();
    fixture.nanos.addAndGet(sweep.intervalNanos() * 5);
    sweep.run();
    if (!maySkip) {
      assertThat(sequence().statistics().idle()).isZero();
    }
  }

  private void switchMethod() {
    session().cacheMethod(random.nextBoolean() ? CacheMethod.SERVER : CacheMethod.CONNECTION);
    maySkip |= anyHasBlocks();
  }

  private boolean anyHasBlocks() {
    return options.mode() == SequenceMode.NORMAL
        && sessions.stream().anyMatch(each -> each.cacheMethod() == CacheMethod.CONNECTION);
  }

  private SequenceFixture newFixture() {
    return new SequenceFixture(
        store,
        new SequenceConfig(
            CacheMethod.SERVER,
            1 + random.nextInt(20),
            1 + random.nextInt(10),
            1 + random.nextInt(50),
            Duration.ofSeconds(1)),
        Runnable::run);
  }

  private void newSessions() {
    sessions = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sessions.add(fixture.newSession());
    }
  }

  private SequenceSession session() {
    return sessions.get(random.nextInt(sessions.size()));
  }

  private Sequence sequence() {
    return fixture.sequences.require("s");
  }

  private long randomValue() {
    long span = Math.min(50, options.max() - options.min());
    return options.min() + random.nextLong(span + 1);
  }

  private SequenceOptions randomOptions() {
    long increment = List.of(1L, 1L, 3L, -1L, -7L).get(random.nextInt(5));
    List<SequenceMode> modes = List.of(SequenceMode.values());
    SequenceMode mode = modes.get(random.nextInt(modes.size()));
    boolean isShort = random.nextInt(3) == 0;
    long min = random.nextInt(10) - 5L;
    long max = min + (isShort ? 3 + random.nextInt(60) : 1_000_000);
    return SequenceOptions.builder()
        .increment(increment)
        .min(min)
        .max(max)
        .cycle(random.nextInt(5) == 0)
        .mode(mode)
        .build();
  }
}
