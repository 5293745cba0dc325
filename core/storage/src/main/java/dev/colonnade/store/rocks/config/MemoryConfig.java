package dev.colonnade.store.rocks.config;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Configuration of the memory of a store, without the indexes and filters of open files (about 1%
 * of the data).
 *
 * @param blockCacheBytes size of the cache of uncompressed data blocks; default a quarter of the
 *     machine's memory, at least 64 MiB and at most 32 GiB
 * @param writeBufferBytes size of one write buffer (memtable) of a keyspace, default 64 MiB: larger
 *     ones mean fewer, larger files and a longer recovery
 * @param writeBufferCount maximum number of write buffers of a keyspace, default 4: writes stall
 *     when all of them wait for a flush
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
    ConfigLimits.check(
        "blockCacheBytes", blockCacheBytes, BLOCK_CACHE_BYTES_MIN, BLOCK_CACHE_BYTES_MAX);
    ConfigLimits.check(
        "writeBufferBytes", writeBufferBytes, WRITE_BUFFER_BYTES_MIN, WRITE_BUFFER_BYTES_MAX);
    ConfigLimits.check(
        "writeBufferCount", writeBufferCount, WRITE_BUFFER_COUNT_MIN, WRITE_BUFFER_COUNT_MAX);
  }

  /** Returns the defaults for this machine. */
  public static MemoryConfig defaults() {
    return forMachine(machineBytes());
  }

  /** Returns the defaults for a machine with {@code machineBytes} of memory. */
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

  /** Returns the memory of the machine, or the memory limit of the container. */
  public static long machineBytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
