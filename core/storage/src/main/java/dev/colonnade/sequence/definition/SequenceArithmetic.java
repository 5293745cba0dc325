package dev.colonnade.sequence.definition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic of sequences: computes the values that follow a position. Distances between longs are
 * computed as unsigned 64-bit numbers, which represent every distance, so nothing overflows, even
 * with bounds at {@link Long#MIN_VALUE} and {@link Long#MAX_VALUE} and steps of that size.
 */
public final class SequenceArithmetic {
  private SequenceArithmetic() {}

  /**
   * Allocated values.
   *
   * @param runs the values in order
   * @param after position of the sequence after them
   * @param count number of values in all runs
   */
  public record Allocation(List<ValueRun> runs, SequencePosition after, long count) {
    public Allocation {
      runs = List.copyOf(runs);
    }
  }

  /**
   * Returns the next {@code count} values in at most {@code runsMax} runs; fewer values if the
   * sequence is exhausted or if more runs would be necessary.
   */
  public static Allocation allocate(
      SequenceOptions options, SequencePosition position, long count, int runsMax) {
    List<ValueRun> runs = new ArrayList<>();
    SequencePosition now = position;
    long missing = count;
    while (missing > 0 && runs.size() < runsMax) {
      Long first = next(options, now);
      if (first == null) {
        break;
      }
      ValueRun run = new ValueRun(first, options.increment(), runLength(options, first, missing));
      runs.add(run);
      now = new SequencePosition(run.last(), true);
      missing -= run.count();
    }
    return new Allocation(runs, now, count - missing);
  }

  /**
   * Returns the number of remaining values, at most {@link Long#MAX_VALUE}, which is also the
   * result if the sequence cycles.
   */
  public static long remaining(SequenceOptions options, SequencePosition position) {
    if (options.cycle()) {
      return Long.MAX_VALUE;
    }
    Long first = next(options, position);
    return first == null ? 0 : runLength(options, first, Long.MAX_VALUE);
  }

  /**
   * Returns the maximum number of runs into which the ends of cycles divide {@code count} values.
   */
  public static long runsMax(SequenceOptions options, long count) {
    if (!options.cycle()) {
      return 1;
    }
    long cycleLength = runLength(options, options.cycleStart(), Long.MAX_VALUE);
    return count / cycleLength + 2;
  }

  /** Returns the value after {@code position}, or null if the sequence is exhausted. */
  private static @Nullable Long next(SequenceOptions options, SequencePosition position) {
    if (!position.isCalled()) {
      return position.value();
    }
    if (Long.compareUnsigned(distanceToEnd(options, position.value()), step(options)) >= 0) {
      return position.value() + options.increment();
    }
    return options.cycle() ? options.cycleStart() : null;
  }

  /**
   * Returns the number of values from {@code first} on that are within the bounds, at most {@code
   * countMax}.
   */
  private static long runLength(SequenceOptions options, long first, long countMax) {
    long beyondFirst = Long.divideUnsigned(distanceToEnd(options, first), step(options));
    return Long.compareUnsigned(beyondFirst, countMax - 1) < 0 ? beyondFirst + 1 : countMax;
  }

  /** Returns the distance of {@code value} to the bound, unsigned. */
  private static long distanceToEnd(SequenceOptions options, long value) {
    assert value >= options.min() && value <= options.max() : "value=" + value + " " + options;
    return options.ascends() ? options.max() - value : value - options.min();
  }

  /**
   * Returns the absolute value of the increment, unsigned: 2^63 if the increment is the smallest
   * long.
   */
  private static long step(SequenceOptions options) {
    return options.ascends() ? options.increment() : -options.increment();
  }
}
