package dev.colonnade.store.rocks;

import java.lang.foreign.Arena;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Native memory for cursors, used again and again: a cursor lives for microseconds, and allocating
 * and freeing native memory that any thread may close costs more than that.
 *
 * <p>Any thread may take and give. There are as many frames as cursors were ever open at a time;
 * they go with the store.
 */
final class CursorFrames implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final ConcurrentLinkedQueue<Long> free = new ConcurrentLinkedQueue<>();

  /** The address of a frame that is laid out as {@link CursorFrameLayout} says. */
  long take() {
    Long frame = free.poll();
    return frame == null
        ? arena.allocate(CursorFrameLayout.FRAME_BYTES, Long.BYTES).address()
        : frame;
  }

  /** Takes back a frame. */
  void give(long frame) {
    free.add(frame);
  }

  @Override
  public void close() {
    arena.close();
  }
}
