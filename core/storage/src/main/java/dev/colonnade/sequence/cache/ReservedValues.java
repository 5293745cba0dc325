package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.definition.ValueRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Queue of reserved values: serves waiting requests first; the remaining values become segments.
 */
final class ReservedValues {
  /**
   * Run of values with the position of the sequence before it and the ordinal of its first value.
   */
  private record Part(ValueRun run, SequencePosition before, long ordinal) {}

  private final Deque<Part> parts = new ArrayDeque<>();
  private long removedCount;

  /** Adds newly reserved values, given the position and the ordinal before them. */
  ReservedValues add(List<ValueRun> runs, SequencePosition before, long ordinal) {
    SequencePosition partBefore = before;
    long partOrdinal = ordinal;
    for (ValueRun run : runs) {
      parts.add(new Part(run, partBefore, partOrdinal));
      partBefore = new SequencePosition(run.last(), true);
      partOrdinal += run.count();
    }
    return this;
  }

  /** Adds the values of a closed segment that were not claimed. */
  ReservedValues add(SegmentChain.Tail tail) {
    Segment segment = tail.segment();
    parts.add(
        new Part(
            segment.run(tail.claimedCount(), tail.unclaimedCount()),
            segment.positionAfter(tail.claimedCount()),
            segment.ordinal() + tail.claimedCount()));
    return this;
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Returns the number of values that {@link #remove} has removed. */
  long removedCount() {
    return removedCount;
  }

  /** Removes and returns up to {@code countMax} values: at most the first run. */
  ValueRun remove(long countMax) {
    Part part = parts.remove();
    ValueRun run = part.run();
    long count = Math.min(countMax, run.count());
    ValueRun removed = new ValueRun(run.first(), run.step(), count);
    if (count < run.count()) {
      ValueRun rest = new ValueRun(run.value(count), run.step(), run.count() - count);
      parts.addFirst(
          new Part(rest, new SequencePosition(removed.last(), true), part.ordinal() + count));
    }
    removedCount += count;
    return removed;
  }

  /**
   * Converts the remaining values to segments. The first segment has the low-water mark {@code
   * lowWater}, at most its last index; no segment has a mark if {@code lowWater} is negative.
   */
  List<Segment> toSegments(long lowWater) {
    List<Segment> segments = new ArrayList<>(parts.size());
    for (Part part : parts) {
      long mark = segments.isEmpty() ? Math.min(lowWater, part.run().count() - 1) : -1;
      segments.add(new Segment(part.run(), part.before(), part.ordinal(), mark));
    }
    parts.clear();
    return segments;
  }

  long count() {
    return parts.stream().mapToLong(part -> part.run().count()).sum();
  }
}
