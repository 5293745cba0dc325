package dev.colonnade.scan.memory;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Reusable native scratch buffer that grows by doubling. Addresses into it are valid until it
 * grows. Not thread-safe.
 */
public final class ScratchBuffer implements AutoCloseable {
  private static final long INITIAL_BYTES = 1024;

  private final RequestMemory memory;
  private @Nullable ArrowBuf buffer;
  private long address;
  private long capacity;

  public ScratchBuffer(RequestMemory memory) {
    this.memory = requireNonNull(memory, "memory is null");
  }

  /** Returns the address of the buffer; 0 before {@link #ensure} was called. */
  public long address() {
    return address;
  }

  /** Grows the buffer to at least {@code bytes} in all, with its content. Returns the address. */
  public long ensure(long bytes) {
    if (bytes > capacity) {
      grow(bytes);
    }
    return address;
  }

  private void grow(long bytes) {
    ArrowBuf larger = memory.allocate(Math.max(bytes, Math.max(INITIAL_BYTES, 2 * capacity)));
    if (buffer != null) {
      NativeMemory.copy(address, larger.memoryAddress(), capacity);
      buffer.close();
    }
    buffer = larger;
    address = larger.memoryAddress();
    capacity = larger.capacity();
  }

  /** Frees the memory. Idempotent. */
  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
      buffer = null;
      address = 0;
      capacity = 0;
    }
  }
}
