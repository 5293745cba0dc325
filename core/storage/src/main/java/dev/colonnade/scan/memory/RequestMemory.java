package dev.colonnade.scan.memory;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;

/**
 * Native memory of one request: a reference-counted child allocator with a limit per request. A
 * request that needs more fails with MEMORY_LIMIT and affects no other request.
 *
 * <p>The request's pages outlive the request: a slow reader still uses them when the last one has
 * been produced. So the allocator is reference-counted. It starts with one reference, the
 * request's; every page adds one; the last release closes the allocator, which fails if a buffer
 * has leaked. Thread-safe.
 */
public final class RequestMemory {
  /**
   * Default limit of the bytes that one request may allocate at a time, its unsent pages included.
   */
  public static final long LIMIT_BYTES_DEFAULT = 256L * 1024 * 1024;

  private final BufferAllocator allocator;
  private final AtomicInteger references = new AtomicInteger(1);

  private RequestMemory(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /**
   * Returns the memory of a new request: at most {@code limitBytes}, at least 1, of {@code parent}.
   */
  public static RequestMemory of(BufferAllocator parent, long limitBytes) {
    requireNonNull(parent, "parent is null");
    if (limitBytes < 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "memory limit must be positive: limitBytes=" + limitBytes);
    }
    return new RequestMemory(parent.newChildAllocator("scan", 0, limitBytes));
  }

  /**
   * Returns a buffer of at least {@code bytes} bytes with undefined content. Throws MEMORY_LIMIT if
   * the request's limit is reached.
   */
  public ArrowBuf allocate(long bytes) {
    try {
      return allocator.buffer(bytes);
    } catch (OutOfMemoryException e) {
      throw new ColonnadeException(
          ErrorCode.MEMORY_LIMIT,
          "memory limit of the request exceeded: neededBytes="
              + bytes
              + " allocatedBytes="
              + allocator.getAllocatedMemory()
              + " limitBytes="
              + allocator.getLimit(),
          e);
    }
  }

  /** Returns the currently allocated bytes. */
  public long allocatedBytes() {
    return allocator.getAllocatedMemory();
  }

  /** Returns the request's allocator, for Arrow vectors over its buffers. */
  public BufferAllocator allocator() {
    return allocator;
  }

  /**
   * Adds a reference, to be {@linkplain #release released}. Only an owner of a reference may add
   * one.
   */
  public void retain() {
    int before = references.getAndIncrement();
    assert before > 0 : "memory is already freed";
  }

  /** Removes a reference; the last one closes the allocator. */
  public void release() {
    int left = references.decrementAndGet();
    assert left >= 0 : "released more often than retained";
    if (left == 0) {
      allocator.close();
    }
  }
}
