package dev.colonnade.scan.filter.compiled;

import dev.colonnade.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Literal bytes in native memory, to be compared directly with the bytes of rows. The memory is
 * freed when this object is unreachable.
 */
final class NativeBytes {
  /** Strong reference, which prevents that the memory is freed. */
  private final MemorySegment segment;

  private final int length;

  NativeBytes(byte[] bytes) {
    this(bytes, Arena.ofAuto());
  }

  /**
   * Allocates the bytes in an automatic arena that several literals share; it lives as long as any
   * of them.
   */
  NativeBytes(byte[] bytes, Arena arena) {
    segment = arena.allocate(Math.max(bytes.length, 1));
    length = bytes.length;
    NativeMemory.copy(bytes, 0, segment.address(), length);
  }

  public int length() {
    return length;
  }

  /**
   * Returns a negative number if these bytes sort before those at the address, 0 if they are equal.
   */
  int compareWith(long other, int otherLength) {
    return NativeMemory.compareUnsigned(segment.address(), length, other, otherLength);
  }
}
