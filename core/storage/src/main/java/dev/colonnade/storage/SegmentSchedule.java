package dev.colonnade.storage;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.segment.SegmentDisk;
import dev.colonnade.scan.segment.SegmentLimits;
import dev.colonnade.scan.segment.SegmentStore;
import dev.colonnade.storage.config.ScanConfig;
import dev.colonnade.storage.lifecycle.StorageRole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Column cache of an engine, and the schedule by which its blocks are written to segments on disk.
 * Members of clusters have no segments: their stores change without this engine, too.
 */
final class SegmentSchedule implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentSchedule.class);
  private static final String FOLDER = "segments";
  private static final long INTERVAL_MILLIS = 1_000;

  private final ColumnCache cache;

  /** Thread that writes segments; null if there are none. */
  private final @Nullable ScheduledExecutorService writer;

  private SegmentSchedule(ColumnCache cache, @Nullable ScheduledExecutorService writer) {
    this.cache = cache;
    this.writer = writer;
  }

  /** Opens the column cache, before the first commit, and starts the schedule. */
  static SegmentSchedule open(EngineParts.Context context) {
    ScanConfig config = context.config().scan();
    ColumnCacheOptions options = ColumnCacheOptions.of(config.columnCacheBytes());
    SegmentStore segments = segments(context, config);
    if (segments == null) {
      return new SegmentSchedule(ColumnCache.open(options), null);
    }
    ScheduledExecutorService writer = writer();
    ColumnCache cache =
        ColumnCache.open(
            options,
            new SegmentDisk(
                segments, context.dependencies().ticker(), () -> !context.disk().isLow(), writer));
    var _ =
        writer.scheduleWithFixedDelay(
            () -> write(cache), INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    return new SegmentSchedule(cache, writer);
  }

  /** Returns a thread that drops its tasks when it is shut down, and those that follow. */
  private static ScheduledExecutorService writer() {
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("colonnade-segments-", 0).factory());
    pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    return pool;
  }

  private static void write(ColumnCache cache) {
    try {
      cache.writeSegments();
    } catch (RuntimeException | Error e) {
      LOG.error("segments were not written", e);
    }
  }

  /** Opens the segments; null if there are none, or they cannot be opened. */
  private static @Nullable SegmentStore segments(EngineParts.Context context, ScanConfig config) {
    Path folder = context.config().folder().resolve(FOLDER);
    try {
      if (context.role() != StorageRole.STANDALONE
          || config.columnCacheBytes() == 0
          || config.segmentBytes() == 0) {
        SegmentStore.delete(folder);
        return null;
      }
      return SegmentStore.open(folder, context.store(), SegmentLimits.of(config.segmentBytes()));
    } catch (IOException | ColonnadeException e) {
      LOG.warn("column segments are not used: folder={} reason={}", folder, e.toString());
      return null;
    }
  }

  ColumnCache cache() {
    return cache;
  }

  /** Ends the schedule and closes the cache; all readers must be closed. */
  @Override
  public void close() {
    if (writer != null) {
      writer.shutdown();
    }
    cache.close(); // waits for the write that is running
  }
}
