package dev.colonnade.store.rocks.ffi;

import java.lang.foreign.Arena;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Pool of native memory frames for cursors. A cursor is open for microseconds only; allocating and
 * freeing native memory that any thread may close costs more than that.
 *
 * <p>Lock-free; any thread may acquire and release frames. The number of frames is the maximum
 * number of cursors that were open at a time; they are freed when the store is closed.
 */
public final class CursorFramePool implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final ConcurrentLinkedQueue<Long> free = new ConcurrentLinkedQueue<>();

  /** Returns the address of a free frame with the layout {@link CursorFrameLayout}. */
  public long acquire() {
    Long frame = free.poll();
    return frame == null
        ? arena.allocate(CursorFrameLayout.FRAME_BYTES, Long.BYTES).address()
        : frame;
  }

  /** Returns a frame to the pool. */
  public void release(long frame) {
    free.add(frame);
  }

  @Override
  public void close() {
    arena.close();
  }
}
