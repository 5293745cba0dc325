package dev.colonnade.scan;

import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.page.ScanPage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A piece of a parallel scan with the pages of it that are ready. Everything here is guarded by the
 * lock of its {@link ParallelStream}, but the piece itself, which belongs to the thread that made
 * the lane {@link State#RUNNING}.
 */
final class Lane {
  /** Who may work on the piece. IDLE goes to RUNNING and back, or to ENDED. */
  enum State {
    /** Whoever claims it. */
    IDLE,
    /** The thread that has claimed it. */
    RUNNING,
    /** Nobody: there are no more pages in it. */
    ENDED
  }

  final ScanPiece piece;
  final Deque<ScanPage> ready = new ArrayDeque<>();
  private State state = State.IDLE;

  /** What is left of the piece behind the last page that was delivered. */
  private List<KeySpan> undelivered;

  Lane(ScanPiece piece) {
    this.piece = piece;
    this.undelivered = piece.remaining();
  }

  State state() {
    return state;
  }

  void claim() {
    assert state == State.IDLE : "claimed in state " + state;
    state = State.RUNNING;
  }

  /** Gives the piece back, with or without more pages in it. */
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

  /** Whether all its pages were delivered. */
  boolean isDone() {
    return state == State.ENDED && ready.isEmpty();
  }
}
