package dev.colonnade.scan.filter;

import dev.colonnade.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The bytes of a literal in native memory, where they are compared with those of rows without
 * detours. They live as long as this object.
 */
final class NativeBytes {
  /** Held so that the bytes are not freed. */
  private final MemorySegment segment;

  private final int length;

  NativeBytes(byte[] bytes) {
    this(bytes, Arena.ofAuto());
  }

  /** Many literals share an automatic arena, which lives as long as any of them. */
  NativeBytes(byte[] bytes, Arena arena) {
    segment = arena.allocate(Math.max(bytes.length, 1));
    length = bytes.length;
    NativeMemory.copy(bytes, 0, segment.address(), length);
  }

  int length() {
    return length;
  }

  /** Less than 0 if these sort before those at the address, 0 if they are the same. */
  int compareWith(long other, int otherLength) {
    return NativeMemory.compareUnsigned(segment.address(), length, other, otherLength);
  }
}
