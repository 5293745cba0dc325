package dev.colonnade.storage.config;

import dev.colonnade.scan.Parallelism;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.segment.SegmentLimits;
import dev.colonnade.store.rocks.config.MemoryConfig;

/**
 * Configuration of scans.
 *
 * @param pageBytes default encoded bytes of a page of raw key-values, default 1 MiB; pages of
 *     columns may have twice as many
 * @param threads threads of all scans together, beside the threads that request pages; default one
 *     per core
 * @param degree maximum degree of parallelism of one scan, the requesting thread not counted;
 *     default one per core
 * @param columnCacheBytes memory for decoded columns, 0 for none; default a sixteenth of the
 *     machine's memory, at least 64 MiB and at most 8 GiB
 * @param segmentBytes disk space for decoded columns, 0 for none; default 32 GiB
 */
public record ScanConfig(
    long pageBytes, int threads, int degree, long columnCacheBytes, long segmentBytes) {
  public static final long PAGE_BYTES_MIN = 1;
  public static final long PAGE_BYTES_MAX = 64L * 1024 * 1024;
  public static final int THREADS_MAX = 1024;

  private static final long MIB = 1024 * 1024;
  private static final long SEGMENT_BYTES_DEFAULT = 32 * 1024 * MIB;

  public ScanConfig {
    requireWithin("pageBytes", pageBytes, PAGE_BYTES_MIN, PAGE_BYTES_MAX);
    requireWithin("threads", threads, 1, THREADS_MAX);
    requireWithin("degree", degree, 1, Parallelism.DEGREE_MAX);
    requireWithin("columnCacheBytes", columnCacheBytes, 0, ColumnCacheOptions.BYTES_MAX);
    requireWithin("segmentBytes", segmentBytes, 0, SegmentLimits.BYTES_MAX);
  }

  /** Returns the defaults for this machine. */
  public static ScanConfig defaults() {
    return forMachine(Runtime.getRuntime().availableProcessors(), MemoryConfig.machineBytes());
  }

  /** Returns the defaults for a machine with this number of cores and this much memory. */
  public static ScanConfig forMachine(int cores, long machineBytes) {
    return new ScanConfig(
        PageLimits.ENCODED_BYTES_DEFAULT,
        Math.min(cores, THREADS_MAX),
        Math.min(cores, Parallelism.DEGREE_MAX),
        Math.clamp(machineBytes / 16, 64 * MIB, 8 * 1024 * MIB),
        SEGMENT_BYTES_DEFAULT);
  }

  /**
   * Returns the default encoded bytes of a page of columns. Columns need up to twice the bytes of
   * their rows, decimals most of all: with this default a page of columns holds at least as many
   * rows as one of raw key-values.
   */
  public long columnPageBytes() {
    return 2 * pageBytes;
  }

  /** Returns a copy with another column cache. */
  public ScanConfig withColumnCacheBytes(long bytes) {
    return new ScanConfig(pageBytes, threads, degree, bytes, segmentBytes);
  }

  /** Returns a copy with another limit of the disk space for segments. */
  public ScanConfig withSegmentBytes(long bytes) {
    return new ScanConfig(pageBytes, threads, degree, columnCacheBytes, bytes);
  }

  private static void requireWithin(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "out of range: " + name + "=" + value + " min=" + min + " max=" + max);
    }
  }
}
