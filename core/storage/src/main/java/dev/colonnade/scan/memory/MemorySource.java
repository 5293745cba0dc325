package dev.colonnade.scan.memory;

import static java.util.Objects.requireNonNull;

import org.apache.arrow.memory.BufferAllocator;

/**
 * Source of the memory of scan requests.
 *
 * @param allocator parent allocator of all requests
 * @param requestBytesMax most bytes that one request may allocate, see {@link
 *     RequestMemory#LIMIT_BYTES_DEFAULT}
 */
public record MemorySource(BufferAllocator allocator, long requestBytesMax) {
  public MemorySource {
    requireNonNull(allocator, "allocator is null");
  }

  /** Returns the memory of a new request, with one reference, which the caller owns. */
  public RequestMemory open() {
    return RequestMemory.of(allocator, requestBytesMax);
  }
}
