package dev.colonnade.scan.memory;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * A piece of native memory that grows by doubling and is used again and again. Addresses into it
 * are valid until it grows. Not safe for use by several threads.
 */
public final class Scratch implements AutoCloseable {
  private static final long INITIAL_BYTES = 1024;

  private final RequestMemory memory;
  private @Nullable ArrowBuf buffer;
  private long address;
  private long capacity;

  public Scratch(RequestMemory memory) {
    this.memory = requireNonNull(memory, "memory is null");
  }

  /** Where the memory begins; 0 before {@link #ensure} was called. */
  public long address() {
    return address;
  }

  /** Bytes that may be written from {@link #address} on. */
  public long capacity() {
    return capacity;
  }

  /** Makes room for {@code bytes} in all, keeping what is there. Returns the address. */
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

  /** Frees the memory. Closing twice is harmless. */
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
