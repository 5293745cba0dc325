package dev.colonnade.sequence.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.Seed;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the sequence arithmetic against a model with unbounded integers. */
class SequenceArithmeticTest {
  private static final int HISTORIES = 20_000;
  private static final long[] EDGES = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    -(1L << 62),
    -3,
    -1,
    0,
    1,
    2,
    5,
    1L << 62,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  private final Random random = Seed.random("ProgressionTest");

  @Test
  void shouldAgreeWithUnboundedArithmetic() {
    for (int history = 0; history < HISTORIES; history++) {
      SequenceOptions options = randomOptions();
      SequencePosition position = options.startPosition();
      for (int step = 0; step < 4; step++) {
        int count = 1 + random.nextInt(7);
        SequenceArithmetic.Allocation allocation =
            SequenceArithmetic.allocate(options, position, count, 100);
        assertThat(values(allocation))
            .as("%s at %s", options, position)
            .isEqualTo(model(options, position, count));
        assertThat(allocation.count()).isEqualTo(values(allocation).size());
        if (!options.cycle()) {
          assertThat(SequenceArithmetic.remaining(options, position))
              .isGreaterThanOrEqualTo(allocation.count());
          assertThat(allocation.count() < count)
              .isEqualTo(SequenceArithmetic.remaining(options, position) < count);
        }
        position = allocation.after();
      }
    }
  }

  @Test
  void shouldCountTheWholeRange() {
    SequenceOptions all =
        SequenceOptions.builder().min(Long.MIN_VALUE).start(Long.MIN_VALUE).build();
    assertThat(SequenceArithmetic.remaining(all, all.startPosition())).isEqualTo(Long.MAX_VALUE);

    SequenceOptions giant =
        SequenceOptions.builder()
            .increment(Long.MAX_VALUE)
            .min(Long.MIN_VALUE)
            .start(Long.MIN_VALUE)
            .build();
    SequenceArithmetic.Allocation allocation =
        SequenceArithmetic.allocate(giant, giant.startPosition(), 10, 10);
    // Results of PostgreSQL 15.
    assertThat(values(allocation)).containsExactly(Long.MIN_VALUE, -1L, Long.MAX_VALUE - 1);

    SequenceOptions falling =
        SequenceOptions.builder()
            .increment(Long.MIN_VALUE)
            .min(Long.MIN_VALUE)
            .max(Long.MAX_VALUE)
            .start(Long.MAX_VALUE)
            .build();
    assertThat(values(SequenceArithmetic.allocate(falling, falling.startPosition(), 10, 10)))
        .containsExactly(Long.MAX_VALUE, -1L);
  }

  @Test
  void shouldCutRunsWhereACycleEnds() {
    SequenceOptions cycle = SequenceOptions.builder().max(3L).start(2L).cycle(true).build();

    SequenceArithmetic.Allocation allocation =
        SequenceArithmetic.allocate(cycle, cycle.startPosition(), 7, 10);

    assertThat(allocation.runs())
        .containsExactly(new ValueRun(2, 1, 2), new ValueRun(1, 1, 3), new ValueRun(1, 1, 2));
    assertThat(allocation.after()).isEqualTo(new SequencePosition(2, true));
    assertThat(SequenceArithmetic.allocate(cycle, cycle.startPosition(), 7, 2).count())
        .isEqualTo(5);
    assertThat(SequenceArithmetic.runsMax(cycle, 7)).isGreaterThanOrEqualTo(3);
  }

  private SequenceOptions randomOptions() {
    while (true) {
      long min = edge();
      long max = edge();
      long increment = edge();
      long start = random.nextBoolean() ? min : max;
      if (min < max && increment != 0) {
        return new SequenceOptions(
            SequenceDataType.BIGINT,
            increment,
            min,
            max,
            start,
            1,
            random.nextBoolean(),
            SequenceMode.NORMAL,
            null);
      }
    }
  }

  private long edge() {
    return random.nextInt(4) == 0 ? random.nextLong() : EDGES[random.nextInt(EDGES.length)];
  }

  private static List<Long> values(SequenceArithmetic.Allocation allocation) {
    List<Long> values = new ArrayList<>();
    for (ValueRun run : allocation.runs()) {
      for (long i = 0; i < run.count(); i++) {
        values.add(run.value(i));
      }
    }
    return values;
  }

  private static List<Long> model(SequenceOptions options, SequencePosition position, int count) {
    List<Long> values = new ArrayList<>();
    BigInteger last = position.isCalled() ? BigInteger.valueOf(position.value()) : null;
    for (int i = 0; i < count; i++) {
      BigInteger next = last == null ? BigInteger.valueOf(position.value()) : after(options, last);
      if (next == null) {
        break;
      }
      values.add(next.longValueExact());
      last = next;
    }
    return values;
  }

  private static @Nullable BigInteger after(SequenceOptions options, BigInteger last) {
    BigInteger next = last.add(BigInteger.valueOf(options.increment()));
    if (next.compareTo(BigInteger.valueOf(options.max())) <= 0
        && next.compareTo(BigInteger.valueOf(options.min())) >= 0) {
      return next;
    }
    if (!options.cycle()) {
      return null;
    }
    return BigInteger.valueOf(options.increment() > 0 ? options.min() : options.max());
  }
}
