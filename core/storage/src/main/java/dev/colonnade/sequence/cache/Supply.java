package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.ValueRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Reserved values on their way to those who wait, and what is left of them to segments. */
final class Supply {
  /** Values, where the sequence stood before them, and how many were reserved before them. */
  private record Part(ValueRun run, Position before, long ordinal) {}

  private final Deque<Part> parts = new ArrayDeque<>();
  private long takenCount;

  /** Adds newly reserved values. */
  Supply add(List<ValueRun> runs, Position before, long ordinal) {
    Position standing = before;
    long reserved = ordinal;
    for (ValueRun run : runs) {
      parts.add(new Part(run, standing, reserved));
      standing = new Position(run.last(), true);
      reserved += run.count();
    }
    return this;
  }

  /** Adds what was left in a segment when it was closed. */
  Supply add(SegmentChain.Tail tail) {
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

  /** How many values were taken. */
  long takenCount() {
    return takenCount;
  }

  /** Takes up to so many values, as many as lie at equal distances. */
  ValueRun take(long countMax) {
    Part part = parts.remove();
    ValueRun run = part.run();
    long count = Math.min(countMax, run.count());
    ValueRun taken = new ValueRun(run.first(), run.step(), count);
    if (count < run.count()) {
      ValueRun rest = new ValueRun(run.value(count), run.step(), run.count() - count);
      parts.addFirst(new Part(rest, new Position(taken.last(), true), part.ordinal() + count));
    }
    takenCount += count;
    return taken;
  }

  /**
   * Segments of all that is left. The first one asks for more when its claim {@code lowWater} is
   * made; none does if that is negative.
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
