package dev.colonnade.scan.page;

import dev.colonnade.scan.memory.RequestMemory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reference of a page to the memory of its request: released once, together with the page's
 * content. A page that replaces another one shares its reference.
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
