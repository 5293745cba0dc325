package dev.colonnade.storage.config;

/**
 * Memory of uncommitted writes; transactions that need more spill to temporary files.
 *
 * @param ownBytesMax bytes of one transaction, default a 32nd of the heap, at least 4 MiB and at
 *     most 64 MiB
 * @param allBytesMax bytes of all transactions together, default an eighth of the heap
 */
public record WriteMemory(long ownBytesMax, long allBytesMax) {
  private static final long MIB = 1024 * 1024;

  public WriteMemory {
    if (ownBytesMax < 1 || allBytesMax < 1) {
      throw new IllegalArgumentException(
          "memory of writes not positive ownBytesMax=%d allBytesMax=%d"
              .formatted(ownBytesMax, allBytesMax));
    }
  }

  /** Returns the defaults for the heap of this process. */
  public static WriteMemory defaults() {
    return forHeap(Runtime.getRuntime().maxMemory());
  }

  /** Returns the defaults for a heap of this size. */
  public static WriteMemory forHeap(long heapBytes) {
    return new WriteMemory(
        Math.clamp(heapBytes / 32, 4 * MIB, 64 * MIB), Math.max(16 * MIB, heapBytes / 8));
  }
}
