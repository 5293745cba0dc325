package dev.colonnade.scan.memory;

import static java.util.Objects.requireNonNull;

import org.apache.arrow.memory.BufferAllocator;

/**
 * Where requests have their memory from.
 *
 * @param allocator what the memory of all requests comes out of
 * @param requestBytesMax the most that one request may hold, see {@link
 *     RequestMemory#LIMIT_BYTES_DEFAULT}
 */
public record MemorySource(BufferAllocator allocator, long requestBytesMax) {
  public MemorySource {
    requireNonNull(allocator, "allocator is null");
  }

  /** The memory of a new request, whose first holder is the caller. */
  public RequestMemory open() {
    return RequestMemory.of(allocator, requestBytesMax);
  }
}
