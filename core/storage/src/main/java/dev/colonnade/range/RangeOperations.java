package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.range.statistics.SpanMeasurement;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Operations on whole ranges: split, merge and clear. Each operation is one store batch, so a crash
 * leaves either the ranges before or the ranges after it, with exact statistics.
 *
 * <p><b>No writer waits for counting.</b> Between two groups, the leader creates a snapshot of the
 * store and from then on tracks the changes of later groups ({@link SpanMeasurement}). The caller
 * counts the content of the snapshot, for all pieces except the largest, while commits continue. In
 * the exclusive section the leader adds the counted and the tracked numbers, assigns the remainder
 * to the largest piece, and replaces the records: the cost depends on the number of pieces, not on
 * their content.
 *
 * <p>Safe for use by many threads. Two operations on the same range do not wait for each other: the
 * second one fails with RANGE_BUSY, and so does an operation that was planned on a range which has
 * changed since.
 */
public final class RangeOperations {
  /** Maximum number of split keys in one split. */
  public static final int SPLIT_KEYS_MAX = 100_000;

  private final Store store;
  private final CommitPipeline pipeline;
  private final Ranges ranges;
  private final ExclusiveSectionHistogram sections;

  public RangeOperations(Store store, CommitPipeline pipeline, Ranges ranges) {
    this(store, pipeline, ranges, new ExclusiveSectionHistogram(NanoTicker.system()));
  }

  /** Creates operations that measure their exclusive sections in {@code sections}. */
  public RangeOperations(
      Store store, CommitPipeline pipeline, Ranges ranges, ExclusiveSectionHistogram sections) {
    this.sections = requireNonNull(sections, "sections is null");
    this.store = requireNonNull(store, "store is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.ranges = requireNonNull(ranges, "ranges is null");
  }

  /** Splits the range that contains {@code key} at the row of that key. Returns the pieces. */
  public List<RangeDescriptor> splitAt(Key key) {
    return split(ranges.lookup(key), List.of(key));
  }

  /**
   * Splits {@code range} at the rows of {@code keys}, which must be ascending, in one operation.
   * The first piece retains the id. Returns the pieces in order.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if a key is outside of the range, or its row is not
   *     above that of the key before it and the range's start; RANGE_BUSY
   */
  public List<RangeDescriptor> split(RangeDescriptor range, List<Key> keys) {
    return split(range, keys, Durability.SYNC);
  }

  /**
   * Variant of {@link #split(RangeDescriptor, List)} with an explicit durability. With relaxed
   * durability no writer waits for the disk; a power loss may then undo the split together with
   * everything written after it.
   */
  public List<RangeDescriptor> split(RangeDescriptor range, List<Key> keys, Durability durability) {
    if (keys.size() > SPLIT_KEYS_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "too many split keys count=%d max=%d".formatted(keys.size(), SPLIT_KEYS_MAX));
    }
    List<KeySpan> pieces = SplitPieces.pieces(range.span(), keys, ranges.boundaries());
    return claimed(List.of(range), () -> splitClaimed(range, pieces, durability));
  }

  /**
   * Merges adjacent ranges, passed in key order, into one range with the id of the first.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if the ranges are not adjacent; RANGE_BUSY
   */
  public RangeDescriptor merge(List<RangeDescriptor> adjacent) {
    return merge(adjacent, Durability.SYNC);
  }

  /**
   * Variant of {@link #merge(List)} with an explicit durability, as in {@link
   * #split(RangeDescriptor, List, Durability)}.
   */
  public RangeDescriptor merge(List<RangeDescriptor> adjacent, Durability durability) {
    requireAdjacent(adjacent);
    return claimed(
        adjacent,
        () ->
            exclusive(
                context -> {
                  context.durability(durability);
                  return swapMerged(context, adjacent);
                }));
  }

  /**
   * Clears {@code span}: removes all rows and history entries, at a cost in the exclusive section
   * that depends only on the number of ranges. Neither end may be inside a row. This is not a
   * versioned delete: readers at earlier timestamps lose the rows too, so the span must not be
   * readable any more.
   */
  public void clear(KeySpan span) {
    clear(span, context -> span);
  }

  /**
   * Variant of {@link #clear(KeySpan)} that runs {@code also} in the same exclusive section and
   * write.
   */
  public <T> T clear(KeySpan span, ExclusiveCommand<T> also) {
    if (span.isEmpty()) {
      return pipeline.exclusive(also);
    }
    List<RangeDescriptor> overlapping = ranges.map().overlapping(span);
    return claimed(overlapping, () -> clearClaimed(span, overlapping, also));
  }

  /**
   * Runs {@code work} while no other operation changes the ranges of {@code span}.
   *
   * @throws ColonnadeException RANGE_BUSY
   */
  public <T> T whileClaimed(KeySpan span, Supplier<T> work) {
    return claimed(ranges.map().overlapping(span), work);
  }

  private <T> T claimed(List<RangeDescriptor> wanted, Supplier<T> work) {
    ranges.claim(wanted);
    try {
      wanted.forEach(ranges::requireCurrent);
      return work.get();
    } finally {
      ranges.release(wanted);
    }
  }

  private List<RangeDescriptor> splitClaimed(
      RangeDescriptor range, List<KeySpan> pieces, Durability durability) {
    int largest = largest(pieces);
    List<KeySpan> toCount = new ArrayList<>(pieces);
    toCount.remove(largest);
    return measured(
        toCount,
        (context, measure) -> {
          context.durability(durability);
          return swapSplit(context, range, pieces, largest, measure);
        });
  }

  private int largest(List<KeySpan> pieces) {
    int largest = 0;
    long largestBytes = -1;
    for (int index = 0; index < pieces.size(); index++) {
      long bytes = store.approximateBytes(Space.ROWS, pieces.get(index));
      if (bytes > largestBytes) {
        largest = index;
        largestBytes = bytes;
      }
    }
    return largest;
  }

  /**
   * Measures {@code spans} and runs {@code swap} in the exclusive section, in which the measured
   * statistics are exact.
   */
  private <T> T measured(List<KeySpan> spans, MeasuredCommand<T> swap) {
    SpanMeasurement measure =
        exclusive(
            context -> {
              SpanMeasurement started = new SpanMeasurement(store.snapshot(), spans);
              ranges.follow(started);
              return started;
            });
    try {
      Failpoint.SPAN_AFTER_MARK.pass();
      measure.count(ranges.boundaries());
      return exclusive(context -> swap.run(context, measure));
    } finally {
      ranges.unfollow(measure);
      measure.close();
    }
  }

  private <T> T exclusive(ExclusiveCommand<T> command) {
    return pipeline.exclusive(
        context -> {
          long began = sections.begin();
          T result = command.run(context);
          context.onApplied(() -> sections.end(began));
          return result;
        });
  }

  private List<RangeDescriptor> swapSplit(
      ExclusiveContext context,
      RangeDescriptor range,
      List<KeySpan> pieces,
      int largest,
      SpanMeasurement measure) {
    int index = ranges.requireCurrent(range);
    Topology before = ranges.topology();
    List<RangeStatistics> statistics = new ArrayList<>();
    RangeStatistics rest = before.states().get(index).statistics();
    for (int piece = 0; piece < pieces.size() - 1; piece++) {
      RangeStatistics counted = measure.statistics(piece);
      statistics.add(counted);
      rest = rest.minus(counted);
    }
    statistics.add(largest, rest);

    List<RangeState> states = new ArrayList<>();
    long nextId = ranges.nextId();
    for (int piece = 0; piece < pieces.size(); piece++) {
      long id = piece == 0 ? range.id() : nextId++;
      RangeDescriptor descriptor =
          new RangeDescriptor(id, pieces.get(piece), range.generation() + 1);
      states.add(new RangeState(descriptor, statistics.get(piece)));
    }
    writeRecords(context.batch(), states, nextId);
    Topology after = before.replace(index, 1, states);
    long newNextId = nextId;
    context.onApplied(
        () -> {
          Failpoint.SPLIT_AFTER_SWAP.pass();
          ranges.swap(after, newNextId, List.of(range), states);
        });
    Failpoint.SPLIT_BEFORE_SWAP.pass();
    return states.stream().map(RangeState::descriptor).toList();
  }

  private RangeDescriptor swapMerged(ExclusiveContext context, List<RangeDescriptor> adjacent) {
    RangeDescriptor first = adjacent.getFirst();
    int index = ranges.requireCurrent(first);
    Topology before = ranges.topology();
    RangeStatistics statistics = RangeStatistics.EMPTY;
    long generation = 0;
    for (RangeState state : before.states().subList(index, index + adjacent.size())) {
      statistics = statistics.plus(state.statistics());
      generation = Math.max(generation, state.descriptor().generation());
      state.deleteAll(context.batch());
    }
    KeySpan span = new KeySpan(first.span().start(), adjacent.getLast().span().end());
    RangeDescriptor merged = new RangeDescriptor(first.id(), span, generation + 1);
    List<RangeState> states = List.of(new RangeState(merged, statistics));
    writeRecords(context.batch(), states, ranges.nextId());
    Topology after = before.replace(index, adjacent.size(), states);
    context.onApplied(
        () -> {
          Failpoint.MERGE_AFTER_SWAP.pass();
          ranges.swap(after, ranges.nextId(), adjacent, states);
        });
    Failpoint.MERGE_BEFORE_SWAP.pass();
    return merged;
  }

  private <T> T clearClaimed(
      KeySpan span, List<RangeDescriptor> overlapping, ExclusiveCommand<T> also) {
    List<Clearing> clearings = overlapping.stream().map(range -> clearing(range, span)).toList();
    return measured(
        clearings.stream().flatMap(clearing -> clearing.counted().stream()).toList(),
        (context, measure) -> {
          T result = also.run(context);
          writeCleared(context, span, clearings, measure);
          return result;
        });
  }

  /**
   * Removal of the keys of a span from a range.
   *
   * @param counted spans whose keys are counted
   * @param isLeft whether these are the keys that are left; otherwise they are the removed ones
   */
  private record Clearing(RangeDescriptor range, List<KeySpan> counted, boolean isLeft) {}

  /** Returns how to count what is left of a range: by its smaller part. */
  private Clearing clearing(RangeDescriptor range, KeySpan span) {
    KeySpan all = range.span();
    List<KeySpan> left =
        Stream.of(
                new KeySpan(all.start(), Key.max(all.start(), span.start())),
                new KeySpan(Key.min(all.end(), span.end()), all.end()))
            .filter(part -> !part.isEmpty())
            .toList();
    KeySpan removed = all.intersect(span);
    long leftBytes =
        left.stream().mapToLong(part -> store.approximateBytes(Space.ROWS, part)).sum();
    boolean isLeft = left.isEmpty() || leftBytes < store.approximateBytes(Space.ROWS, removed);
    return new Clearing(range, isLeft ? left : List.of(removed), isLeft);
  }

  private void writeCleared(
      ExclusiveContext context, KeySpan span, List<Clearing> clearings, SpanMeasurement measure) {
    int piece = 0;
    for (Clearing clearing : clearings) {
      RangeState state = ranges.topology().states().get(ranges.requireCurrent(clearing.range()));
      RangeStatistics counted = RangeStatistics.EMPTY;
      for (int i = 0; i < clearing.counted().size(); i++) {
        counted = counted.plus(measure.statistics(piece++));
      }
      RangeStatistics left = clearing.isLeft() ? counted : state.statistics().minus(counted);
      state.putStatistics(context.batch(), left);
      context.onApplied(() -> state.replaceStatistics(left));
    }
    context.batch().deleteRange(Space.ROWS, span);
    context.batch().deleteRange(Space.HISTORY, span);
    context.touchAll();
    context.cleared(span);
    Failpoint.CLEAR_BEFORE_WRITE.pass();
  }

  private static void writeRecords(Batch batch, List<RangeState> states, long nextId) {
    for (RangeState state : states) {
      state.putAll(batch);
    }
    batch.put(Space.META, RangeLayout.NEXT_ID.bytes(), RangeLayout.encodeId(nextId));
  }

  private static void requireAdjacent(List<RangeDescriptor> adjacent) {
    if (adjacent.size() < 2) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "too few ranges to merge count=" + adjacent.size());
    }
    for (int index = 1; index < adjacent.size(); index++) {
      Key end = adjacent.get(index - 1).span().end();
      if (!end.equals(adjacent.get(index).span().start())) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "ranges to merge are not adjacent left=%s right=%s"
                .formatted(adjacent.get(index - 1), adjacent.get(index)));
      }
    }
  }

  /** Command in the exclusive section, with the measurement. */
  @FunctionalInterface
  private interface MeasuredCommand<T> {
    T run(ExclusiveContext context, SpanMeasurement measure);
  }
}
