package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.ArchivePosition;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.failpoint.Failpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of an archive: appends groups, begins new segments, and syncs them.
 *
 * <p>A failure does not stop the store: the groups that cannot be written are missing in the
 * archive, which is reported, and the next {@link #tick} begins a new incarnation. A restore of a
 * backup that is older than the gap ends with an error.
 *
 * <p>Thread-safe. The fields are guarded by the monitor; the disk is synced without it.
 */
final class Archiver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Archiver.class);
  private static final byte[] NOTHING = new byte[0];

  /** Time between two deletions by age. */
  private static final Duration PRUNE_INTERVAL = Duration.ofMinutes(1);

  private final ArchiveFolder folder;
  private final ArchiveConfig config;
  private final UUID storeId;
  private final PhysicalClock clock;
  private final NanoTicker ticker;
  private final Deque<SegmentWriter> completed = new ArrayDeque<>();
  private @Nullable SegmentWriter current;
  private int incarnation;
  private long base;
  private long nextNumber;
  private long segmentStartNanos;

  /** Time of the next deletion by age. */
  private long nextPruneNanos;

  private long syncedNumber;

  /** Number of the last group in {@link #current} or {@link #completed}. */
  private long writtenNumber;

  private long unsyncedSinceNanos;
  private long groupCount;
  private long byteCount;
  private ArchiveStatus.Event completions = ArchiveStatus.Event.NONE;
  private ArchiveStatus.Event failures = ArchiveStatus.Event.NONE;

  /**
   * Opens an archive for writing; the first segment begins at once.
   *
   * @param incarnation number of this opening
   * @param nextNumber number of the next group
   */
  Archiver(
      ArchiveFolder folder,
      ArchiveConfig config,
      UUID storeId,
      Clocks clocks,
      int incarnation,
      long nextNumber) {
    this.folder = requireNonNull(folder, "folder is null");
    this.config = requireNonNull(config, "config is null");
    this.storeId = requireNonNull(storeId, "storeId is null");
    clock = clocks.clock();
    ticker = clocks.ticker();
    nextPruneNanos = ticker.nanos();
    this.incarnation = incarnation;
    this.nextNumber = nextNumber;
    base = nextNumber;
    writtenNumber = nextNumber - 1;
    syncedNumber = nextNumber - 1;
    try {
      current = newSegment();
    } catch (IOException e) {
      throw ArchiveFolder.failed("create", folder.path(), e);
    }
  }

  /**
   * Clocks of an archive.
   *
   * @param clock time of day, for records
   * @param ticker time for ages
   */
  record Clocks(PhysicalClock clock, NanoTicker ticker) {}

  private SegmentWriter newSegment() throws IOException {
    SegmentHeader header =
        new SegmentHeader(storeId, incarnation, base, nextNumber, clock.epochNanos());
    SegmentWriter segment = new SegmentWriter(header, folder);
    folder.sync();
    segmentStartNanos = ticker.nanos();
    return segment;
  }

  /** Returns the position of the next group. */
  synchronized ArchivePosition nextPosition() {
    return new ArchivePosition(storeId, incarnation, nextNumber);
  }

  /** Returns whether a group that is appended now is written to the archive. */
  synchronized boolean isWriting() {
    return current != null;
  }

  /**
   * Appends the next group; no effect after a failure.
   *
   * @param isSynced whether the group must be durable in the archive when the call returns, if the
   *     interval of syncs is zero
   */
  synchronized void append(ArchiveRecord.Kind kind, byte[] payload, boolean isSynced) {
    if (current == null) {
      return;
    }
    ArchiveRecord record = new ArchiveRecord(kind, nextNumber, clock.epochNanos(), payload);
    try {
      current.append(record);
      if (writtenNumber == syncedNumber) {
        unsyncedSinceNanos = ticker.nanos();
      }
      writtenNumber = nextNumber;
      groupCount++;
      byteCount += SegmentLayout.RECORD_HEADER_BYTES + payload.length;
      if (isSynced && config.syncInterval().isZero()) {
        current.sync();
        syncedNumber = nextNumber;
      }
    } catch (IOException e) {
      fail("append", e);
    }
    Failpoint.ARCHIVE_AFTER_APPEND.pass();
  }

  /** Ends the group that was appended: the store has applied it. */
  synchronized void applied() {
    nextNumber++;
    if (current != null && current.byteCount() >= config.segmentBytesMax()) {
      complete();
    }
  }

  /**
   * Ends the group that was appended: the store has not applied it, and never will. If that cannot
   * be noted, the number is used again, and the next incarnation replaces the group.
   */
  synchronized void aborted() {
    if (current != null) {
      try {
        current.append(
            new ArchiveRecord(ArchiveRecord.Kind.ABORT, nextNumber, clock.epochNanos(), NOTHING));
        nextNumber++;
      } catch (IOException e) {
        fail("append", e);
      }
    }
  }

  /**
   * Ends the group that was appended: it is unknown whether the store applies it. Leaves a gap,
   * because nothing after it can be restored with certainty.
   */
  synchronized void uncertain() {
    nextNumber += 2;
    fail("apply", new IOException("it is unknown whether the store has applied a group"));
  }

  /** Notes that a part of the archive could not be written, which leaves a gap. */
  synchronized void fail(String operation, IOException cause) {
    SegmentWriter failed = current;
    String name = failed == null ? "" : String.valueOf(requireNonNull(failed.path().getFileName()));
    failures = failures.next(name, clock.epochNanos());
    if (failed != null) {
      current = null;
      completed.add(failed);
      LOG.error(
          "the archive has a gap from now on, and only backups that are newer than it can be"
              + " restored to later times: write a backup operation={} segment={} group={}"
              + " cause={}",
          operation,
          failed.path(),
          nextNumber,
          cause.toString());
    }
  }

  /** Begins the next segment; the disk is synced by the next {@link #tick}. */
  private void complete() {
    SegmentWriter full = requireNonNull(current, "no segment");
    try {
      full.append(
          new ArchiveRecord(ArchiveRecord.Kind.END, nextNumber, clock.epochNanos(), NOTHING));
      Failpoint.ARCHIVE_AFTER_END.pass();
      SegmentWriter next = newSegment();
      completed.add(full);
      current = next;
    } catch (IOException e) {
      fail("complete", e);
    }
  }

  /**
   * Syncs the archive, completes a segment that is old, begins a new one after a failure, and
   * deletes what is older than the retention. Called at each interval.
   */
  void tick() {
    SegmentWriter toSync;
    long number;
    synchronized (this) {
      recover();
      SegmentWriter segment = current;
      if (segment != null
          && !segment.isEmpty()
          && ticker.nanos() - segmentStartNanos >= config.segmentAgeMax().toNanos()) {
        complete();
      }
      toSync = current;
      number = writtenNumber;
    }
    syncCompleted();
    if (toSync != null && number != syncedNumber()) {
      sync(toSync, number);
    }
    prune();
  }

  /** Deletes what is older than the retention, once in {@link #PRUNE_INTERVAL}. */
  private void prune() {
    if (!isPruneDue()) {
      return;
    }
    try {
      int deleted = folder.pruneBefore(clock.epochNanos() - config.retention().toNanos());
      if (deleted > 0) {
        LOG.info(
            "files of the archive that are older than its retention were deleted files={}"
                + " retention={}",
            deleted,
            config.retention());
      }
    } catch (ColonnadeException e) {
      LOG.warn("old files of the archive could not be deleted cause={}", e.toString());
    }
  }

  private synchronized boolean isPruneDue() {
    long now = ticker.nanos();
    boolean isDue = !config.retention().isZero() && now - nextPruneNanos >= 0;
    if (isDue) {
      nextPruneNanos = now + PRUNE_INTERVAL.toNanos();
    }
    return isDue;
  }

  private synchronized long syncedNumber() {
    return syncedNumber;
  }

  private void recover() {
    if (current == null) {
      try {
        incarnation++;
        base = nextNumber;
        current = newSegment();
        writtenNumber = nextNumber - 1;
        LOG.warn("the archive is written again group={}", nextNumber);
      } catch (IOException e) {
        fail("create", e);
      }
    }
  }

  private void syncCompleted() {
    SegmentWriter segment = nextCompleted();
    while (segment != null) {
      String name = String.valueOf(requireNonNull(segment.path().getFileName()));
      try {
        segment.sync();
        segment.close();
        synchronized (this) {
          completions = completions.next(name, clock.epochNanos());
        }
      } catch (IOException e) {
        syncFailed(segment, e);
      }
      segment = nextCompleted();
    }
  }

  private synchronized @Nullable SegmentWriter nextCompleted() {
    return completed.poll();
  }

  private void sync(SegmentWriter segment, long number) {
    long startNanos = ticker.nanos();
    try {
      segment.sync();
      synchronized (this) {
        syncedNumber = Math.max(syncedNumber, number);
        unsyncedSinceNanos = startNanos;
      }
    } catch (IOException e) {
      syncFailed(segment, e);
    }
  }

  private synchronized void syncFailed(SegmentWriter segment, IOException cause) {
    failures =
        failures.next(
            String.valueOf(requireNonNull(segment.path().getFileName())), clock.epochNanos());
    LOG.error(
        "segment of the archive could not be synced, and may be damaged after a loss of power"
            + " segment={} cause={}",
        segment.path(),
        cause.toString());
  }

  synchronized ArchiveStatus status() {
    return new ArchiveStatus(
        current != null,
        nextNumber - 1,
        syncedNumber,
        writtenNumber == syncedNumber ? 0 : Math.max(0, ticker.nanos() - unsyncedSinceNanos),
        groupCount,
        byteCount,
        completions,
        failures);
  }

  /** Completes the last segment, or deletes it if it is empty. */
  @Override
  public void close() {
    try {
      synchronized (this) {
        SegmentWriter last = current;
        current = null;
        if (last != null && last.isEmpty()) {
          last.close();
          Files.delete(last.path());
        } else if (last != null) {
          last.append(
              new ArchiveRecord(ArchiveRecord.Kind.END, nextNumber, clock.epochNanos(), NOTHING));
          completed.add(last);
        }
      }
    } catch (IOException e) {
      LOG.error("the archive could not be completed path={} cause={}", folder.path(), e.toString());
    }
    syncCompleted();
  }

  /** Returns the place of a copy of a table file that is not ingested yet. */
  Path newPart() {
    return folder.newPart();
  }

  /** Returns the place of a table file of the next group. */
  synchronized Path nextTable(int index) {
    return folder.table(nextNumber, index);
  }
}
