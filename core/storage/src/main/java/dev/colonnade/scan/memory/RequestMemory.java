package dev.colonnade.scan.memory;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;

/**
 * All memory of one request, out of a child allocator with a limit of its own. A request that wants
 * more fails with MEMORY_LIMIT and takes nothing else down with it.
 *
 * <p>The request's pages outlive the request: a slow reader still holds them when the last one has
 * been produced. So the allocator is counted. It begins with one holder, the request; every page
 * adds one; the last to release closes the allocator, which fails if a buffer was forgotten. Safe
 * for use by many threads.
 */
public final class RequestMemory {
  /** Default of how many bytes one request may hold at a time, its unsent pages included. */
  public static final long LIMIT_BYTES_DEFAULT = 256L * 1024 * 1024;

  private final BufferAllocator allocator;
  private final AtomicInteger holders = new AtomicInteger(1);

  private RequestMemory(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /** A new request of at most {@code limitBytes} out of {@code parent}. */
  public static RequestMemory of(BufferAllocator parent, long limitBytes) {
    requireNonNull(parent, "parent is null");
    if (limitBytes < 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "memory limit must be positive: limitBytes=" + limitBytes);
    }
    return new RequestMemory(parent.newChildAllocator("scan", 0, limitBytes));
  }

  /** A buffer of at least so many bytes whose content is undefined. */
  public ArrowBuf allocate(long bytes) {
    try {
      return allocator.buffer(bytes);
    } catch (OutOfMemoryException e) {
      throw new ColonnadeException(
          ErrorCode.MEMORY_LIMIT,
          "request needs more memory than it may have: neededBytes="
              + bytes
              + " heldBytes="
              + allocator.getAllocatedMemory()
              + " limitBytes="
              + allocator.getLimit(),
          e);
    }
  }

  /** Bytes held at this moment. */
  public long allocatedBytes() {
    return allocator.getAllocatedMemory();
  }

  /** The most bytes that were held at any moment. */
  public long peakBytes() {
    return allocator.getPeakMemoryAllocation();
  }

  /** What the buffers come from, for those that make Arrow vectors of them. */
  public BufferAllocator allocator() {
    return allocator;
  }

  /** Adds a holder, who must {@link #release}. Only a holder may add another. */
  public void retain() {
    int before = holders.getAndIncrement();
    assert before > 0 : "memory was given back already";
  }

  /** One holder less; the last one gives the memory back. */
  public void release() {
    int left = holders.decrementAndGet();
    assert left >= 0 : "released more often than retained";
    if (left == 0) {
      allocator.close();
    }
  }
}
