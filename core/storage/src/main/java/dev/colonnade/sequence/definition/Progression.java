package dev.colonnade.sequence.definition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that follow on a position: all arithmetic of sequences. Distances between longs are
 * taken as unsigned 64-bit numbers, which hold every one of them, so nothing here can overflow, up
 * to bounds at {@link Long#MIN_VALUE} and {@link Long#MAX_VALUE} and steps of that size.
 */
public final class Progression {
  private Progression() {}

  /**
   * Reserved values.
   *
   * @param runs in their order
   * @param after where the sequence stands then
   * @param count values in all runs
   */
  public record Plan(List<ValueRun> runs, Position after, long count) {
    public Plan {
      runs = List.copyOf(runs);
    }
  }

  /**
   * The next {@code count} values, in at most {@code runsMax} runs. Fewer where the sequence ends
   * or would have to be cut into more runs.
   */
  public static Plan plan(SequenceOptions options, Position position, long count, int runsMax) {
    List<ValueRun> runs = new ArrayList<>();
    Position now = position;
    long missing = count;
    while (missing > 0 && runs.size() < runsMax) {
      Long first = next(options, now);
      if (first == null) {
        break;
      }
      ValueRun run = new ValueRun(first, options.increment(), runLength(options, first, missing));
      runs.add(run);
      now = new Position(run.last(), true);
      missing -= run.count();
    }
    return new Plan(runs, now, count - missing);
  }

  /** How many values are left, at most {@link Long#MAX_VALUE}; that where the sequence cycles. */
  public static long remaining(SequenceOptions options, Position position) {
    if (options.cycle()) {
      return Long.MAX_VALUE;
    }
    Long first = next(options, position);
    return first == null ? 0 : runLength(options, first, Long.MAX_VALUE);
  }

  /** Into how many runs so many values may be cut by the ends of cycles. */
  public static long runsMax(SequenceOptions options, long count) {
    if (!options.cycle()) {
      return 1;
    }
    long cycleLength = runLength(options, options.cycleStart(), Long.MAX_VALUE);
    return count / cycleLength + 2;
  }

  /** The value that follows, or null if the sequence ends here. */
  private static @Nullable Long next(SequenceOptions options, Position position) {
    if (!position.isCalled()) {
      return position.value();
    }
    if (Long.compareUnsigned(distanceToEnd(options, position.value()), step(options)) >= 0) {
      return position.value() + options.increment();
    }
    return options.cycle() ? options.cycleStart() : null;
  }

  /** How many values from {@code first} on lie within the bounds, at most {@code countMax}. */
  private static long runLength(SequenceOptions options, long first, long countMax) {
    long beyondFirst = Long.divideUnsigned(distanceToEnd(options, first), step(options));
    return Long.compareUnsigned(beyondFirst, countMax - 1) < 0 ? beyondFirst + 1 : countMax;
  }

  /** Unsigned. */
  private static long distanceToEnd(SequenceOptions options, long value) {
    assert value >= options.min() && value <= options.max() : "value=" + value + " " + options;
    return options.ascends() ? options.max() - value : value - options.min();
  }

  /** Unsigned: 2^63 where the increment is the smallest long. */
  private static long step(SequenceOptions options) {
    return options.ascends() ? options.increment() : -options.increment();
  }
}
