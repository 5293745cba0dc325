package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Configuration of the archive.
 *
 * @param folder folder of the archive, created if it does not exist; empty if the archive is off
 * @param syncInterval time between two syncs of the archive: the most that a loss of power removes
 *     from its end; zero syncs each synced commit before it is acknowledged
 * @param segmentBytesMax size at which the next segment begins
 * @param segmentAgeMax age at which the next segment begins, unless the segment is empty
 * @param retention time for which groups remain in the archive; zero if they are never deleted
 *     automatically
 */
public record ArchiveConfig(
    Optional<Path> folder,
    Duration syncInterval,
    long segmentBytesMax,
    Duration segmentAgeMax,
    Duration retention) {
  /** Greatest interval between syncs. */
  public static final Duration SYNC_INTERVAL_MAX = Duration.ofMinutes(10);

  /** Least size of a segment in bytes. */
  public static final long SEGMENT_BYTES_MIN = 1024;

  /** Greatest size of a segment in bytes. */
  public static final long SEGMENT_BYTES_MAX = 1L << 30;

  /** Least age of a segment. */
  public static final Duration SEGMENT_AGE_MIN = Duration.ofSeconds(1);

  /** Greatest age of a segment. */
  public static final Duration SEGMENT_AGE_MAX = Duration.ofDays(1);

  /** Least retention, unless it is zero. */
  public static final Duration RETENTION_MIN = Duration.ofMinutes(10);

  /** Greatest retention. */
  public static final Duration RETENTION_MAX = Duration.ofDays(36_500);

  /** No archive. */
  public static final ArchiveConfig OFF =
      new ArchiveConfig(
          Optional.empty(), Duration.ofSeconds(1), 64L << 20, Duration.ofMinutes(5), Duration.ZERO);

  public ArchiveConfig {
    requireNonNull(folder, "folder is null");
    requireWithin("syncInterval", syncInterval, Duration.ZERO, SYNC_INTERVAL_MAX);
    requireWithin("segmentAgeMax", segmentAgeMax, SEGMENT_AGE_MIN, SEGMENT_AGE_MAX);
    if (!retention.isZero()) {
      requireWithin("retention", retention, RETENTION_MIN, RETENTION_MAX);
    }
    if (segmentBytesMax < SEGMENT_BYTES_MIN || segmentBytesMax > SEGMENT_BYTES_MAX) {
      throw new IllegalArgumentException("segmentBytesMax=" + segmentBytesMax);
    }
  }

  private static void requireWithin(String name, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(name + "=" + value);
    }
  }

  /** Returns the defaults, with a folder. */
  public static ArchiveConfig to(Path folder) {
    return new ArchiveConfig(
        Optional.of(folder),
        OFF.syncInterval,
        OFF.segmentBytesMax,
        OFF.segmentAgeMax,
        OFF.retention);
  }

  /** Returns a copy with another interval between syncs. */
  public ArchiveConfig withSyncInterval(Duration other) {
    return new ArchiveConfig(folder, other, segmentBytesMax, segmentAgeMax, retention);
  }

  /** Returns a copy with another size of segments. */
  public ArchiveConfig withSegmentBytesMax(long other) {
    return new ArchiveConfig(folder, syncInterval, other, segmentAgeMax, retention);
  }

  /** Returns a copy with another retention. */
  public ArchiveConfig withRetention(Duration other) {
    return new ArchiveConfig(folder, syncInterval, segmentBytesMax, segmentAgeMax, other);
  }
}
