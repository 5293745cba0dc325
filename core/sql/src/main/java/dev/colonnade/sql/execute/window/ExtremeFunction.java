package dev.colonnade.sql.execute.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.value.ValueSize;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.RowCursor;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * MIN and MAX over frames without exclusion: candidates are the values that no later value of the
 * frame beats, the best first.
 */
final class ExtremeFunction extends SlidingFrame implements WindowFunction {
  private static final int CANDIDATE_BYTES = 40;

  private final FrameBounds bounds;
  private final WindowPlan.Call call;
  private final int column;
  private final VectorType type;
  private final boolean isLeast;
  private final OperatorMemory memory;
  private final Deque<Candidate> candidates = new ArrayDeque<>();
  private long candidateBytes;

  private record Candidate(long position, Object value) {}

  ExtremeFunction(
      WindowRows rows,
      FrameBounds bounds,
      WindowPlan.Call call,
      boolean isLeast,
      OperatorMemory memory) {
    super(rows);
    this.bounds = bounds;
    this.call = call;
    this.column = call.arguments().getFirst();
    this.type = rows.type(column);
    this.isLeast = isLeast;
    this.memory = memory;
  }

  @Override
  public boolean needsFrames() {
    return true;
  }

  @Override
  void enter(RowCursor row, long position) {
    Object value = row.held(column);
    if (value == null) {
      return;
    }
    if (bounds.startsWithPartition()) {
      // No candidate leaves the frame: the best is enough.
      if (candidates.isEmpty() || isBetter(value, candidates.getLast().value())) {
        clear();
        push(position, value);
      }
      return;
    }
    while (!candidates.isEmpty() && isBetter(value, candidates.getLast().value())) {
      pop(candidates.removeLast());
    }
    push(position, value);
  }

  /** Returns whether a value replaces an earlier one; of equal values the last does. */
  private boolean isBetter(Object value, Object before) {
    int order = RowComparator.compareValues(type.ofValues(), value, before);
    return order == 0 ? type.kind().mayDifferIfEqual() : isLeast == order < 0;
  }

  private void push(long position, Object value) {
    candidates.addLast(new Candidate(position, value));
    candidateBytes += CANDIDATE_BYTES + ValueSize.of(value);
  }

  private void pop(Candidate candidate) {
    candidateBytes -= CANDIDATE_BYTES + ValueSize.of(candidate.value());
  }

  @Override
  void leave(RowCursor row, long position) {
    Candidate first = candidates.peekFirst();
    if (first != null && first.position() == position && !bounds.startsWithPartition()) {
      pop(candidates.removeFirst());
    }
  }

  @Override
  void clear() {
    candidates.clear();
    candidateBytes = 0;
  }

  @Override
  public Vector values(WindowBlock block, FrameBounds.@Nullable Frames frames) {
    FrameBounds.Frames known = requireNonNull(frames, "frames is null");
    VectorBuilder values = new VectorBuilder(call.result());
    for (int row = 0; row < block.count(); row++) {
      moveTo(known.starts()[row], known.ends()[row]);
      memory.set(candidateBytes);
      Candidate best = candidates.peekFirst();
      values.appendHeld(best == null ? null : best.value());
    }
    return values.slice(0, block.count());
  }

  @Override
  public long firstNeeded(long next) {
    return firstNeeded(next, bounds.startsWithPartition());
  }

  @Override
  public void close() {
    memory.close();
  }
}
