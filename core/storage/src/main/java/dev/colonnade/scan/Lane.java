package dev.colonnade.scan;

import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.page.ScanPage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Lane of a parallel scan: one partition with the queue of its finished pages. All fields are
 * guarded by the lock of the owning {@link ParallelPageStream}, except the partition's own state,
 * which belongs to the thread that moved the lane to {@link State#RUNNING}.
 */
final class Lane {
  /** Life cycle of a lane: IDLE to RUNNING, RUNNING back to IDLE or to ENDED. */
  enum State {
    /** No thread works on the partition; any thread may claim it. */
    IDLE,
    /** The thread that claimed the lane produces a page. */
    RUNNING,
    /** The partition has no more pages. */
    ENDED
  }

  final ScanPartition partition;
  final Deque<ScanPage> ready = new ArrayDeque<>();
  private State state = State.IDLE;

  /** Remaining spans of the partition after the last delivered page. */
  private List<KeySpan> undelivered;

  Lane(ScanPartition partition) {
    this.partition = partition;
    this.undelivered = partition.remaining();
  }

  State state() {
    return state;
  }

  void claim() {
    assert state == State.IDLE : "claimed in state " + state;
    state = State.RUNNING;
  }

  /** Ends the claim; {@code ended} states whether the partition has no more pages. */
  void release(boolean ended) {
    assert state == State.RUNNING : "released in state " + state;
    state = ended ? State.ENDED : State.IDLE;
  }

  List<KeySpan> undelivered() {
    return undelivered;
  }

  void delivered(ScanPage page) {
    undelivered = page.resume();
  }

  /** Returns whether all pages of the partition were delivered. */
  boolean isDone() {
    return state == State.ENDED && ready.isEmpty();
  }
}
