package dev.colonnade.store.rocks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a store may keep in memory, besides indexes and filters of open files (about 1% of the
 * data).
 *
 * @param blockCacheBytes uncompressed data blocks; default a quarter of the machine's memory, at
 *     least 64 MiB and at most 32 GiB
 * @param writeBufferBytes of one write buffer of a space, default 64 MiB: larger ones mean fewer,
 *     larger files and a longer recovery
 * @param writeBufferCount write buffers of a space, default 4: writers stall when all of them wait
 *     to be flushed
 */
public record MemoryConfig(long blockCacheBytes, long writeBufferBytes, int writeBufferCount) {
  public static final long BLOCK_CACHE_BYTES_MIN = 1024 * 1024;
  public static final long BLOCK_CACHE_BYTES_MAX = 1L << 42;
  public static final long WRITE_BUFFER_BYTES_MIN = 64 * 1024;
  public static final long WRITE_BUFFER_BYTES_MAX = 1L << 32;
  public static final int WRITE_BUFFER_COUNT_MIN = 2;
  public static final int WRITE_BUFFER_COUNT_MAX = 32;

  private static final long MIB = 1024 * 1024;

  public MemoryConfig {
    Limits.check("blockCacheBytes", blockCacheBytes, BLOCK_CACHE_BYTES_MIN, BLOCK_CACHE_BYTES_MAX);
    Limits.check(
        "writeBufferBytes", writeBufferBytes, WRITE_BUFFER_BYTES_MIN, WRITE_BUFFER_BYTES_MAX);
    Limits.check(
        "writeBufferCount", writeBufferCount, WRITE_BUFFER_COUNT_MIN, WRITE_BUFFER_COUNT_MAX);
  }

  /** The defaults for this machine. */
  public static MemoryConfig defaults() {
    return forMachine(machineBytes());
  }

  /** The defaults for a machine with so much memory. */
  public static MemoryConfig forMachine(long machineBytes) {
    long cacheBytes = Math.clamp(machineBytes / 4, 64 * MIB, 32 * 1024 * MIB);
    return new MemoryConfig(cacheBytes, 64 * MIB, 4);
  }

  public MemoryConfig withBlockCacheBytes(long bytes) {
    return new MemoryConfig(bytes, writeBufferBytes, writeBufferCount);
  }

  public MemoryConfig withWriteBufferBytes(long bytes) {
    return new MemoryConfig(blockCacheBytes, bytes, writeBufferCount);
  }

  /** Memory of the machine, or of the container where one limits it. */
  public static long machineBytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
