package dev.colonnade.scan;

import dev.colonnade.memory.NativeMemory;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.AllocationManager;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Poisoned memory for tests: filled with junk when it is allocated and when it is freed, with guard
 * bytes that detect writes behind its end.
 */
public final class PoisonedMemory {
  private static final byte JUNK = (byte) 0xA7;
  private static final byte GUARD = (byte) 0x5C;
  private static final int GUARD_BYTES = 64;

  private PoisonedMemory() {}

  /** Returns an allocator of poisoned memory, whose close fails on a leak. */
  public static BufferAllocator allocator(long limitBytes) {
    return new RootAllocator(
        RootAllocator.configBuilder()
            .listener(AllocationListener.NOOP)
            .maxAllocation(limitBytes)
            .allocationManagerFactory(new Factory())
            .build());
  }

  private static final class Factory implements AllocationManager.Factory {
    @Override
    public AllocationManager create(BufferAllocator accountingAllocator, long size) {
      return new PoisonedAllocation(accountingAllocator, size);
    }

    @Override
    public ArrowBuf empty() {
      return new ArrowBuf(ReferenceManager.NO_OP, null, 0, MemoryUtil.allocateMemory(0));
    }
  }

  private static final class PoisonedAllocation extends AllocationManager {
    private final long size;
    private final long address;

    PoisonedAllocation(BufferAllocator accountingAllocator, long size) {
      super(accountingAllocator);
      this.size = size;
      this.address = MemoryUtil.allocateMemory(size + GUARD_BYTES);
      NativeMemory.fill(address, size, JUNK);
      NativeMemory.fill(address + size, GUARD_BYTES, GUARD);
    }

    @Override
    public long getSize() {
      return size;
    }

    @Override
    protected long memoryAddress() {
      return address;
    }

    @Override
    protected void release0() {
      for (byte guard : NativeMemory.bytes(address + size, GUARD_BYTES)) {
        if (guard != GUARD) {
          throw new AssertionError("written behind the end of a buffer: size=" + size);
        }
      }
      NativeMemory.fill(address, size, JUNK);
      MemoryUtil.freeMemory(address);
    }
  }
}
