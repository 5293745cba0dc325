package dev.colonnade.scan.page;

import dev.colonnade.scan.memory.RequestMemory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A page's hold on the memory of its request: given back once, with what the page has in it. A page
 * that takes another one's place shares its hold.
 */
final class PageMemory {
  private final RequestMemory memory;
  private final AutoCloseable content;
  private final AtomicBoolean closed = new AtomicBoolean();

  PageMemory(RequestMemory memory, AutoCloseable content) {
    this.memory = memory;
    this.content = content;
    memory.retain();
  }

  RequestMemory requestMemory() {
    requireOpen();
    return memory;
  }

  void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException("page is closed");
    }
  }

  void close() {
    if (closed.compareAndSet(false, true)) {
      free();
      memory.release();
    }
  }

  private void free() {
    try {
      content.close();
    } catch (Exception e) {
      throw new IllegalStateException("page content could not be freed", e);
    }
  }
}
