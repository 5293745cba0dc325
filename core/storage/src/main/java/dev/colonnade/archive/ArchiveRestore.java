package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.ArchivePosition;
import dev.colonnade.backup.BackupFolder;
import dev.colonnade.backup.BackupManifest;
import dev.colonnade.backup.BackupRestore;
import dev.colonnade.backup.FileCopier;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.sequence.record.SequenceReservations;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.batch.WriteBatchReader;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Restore of a backup to a later point in time: the groups of the archive that follow the backup
 * are applied, up to the last one whose commits have timestamps at or before the target. One use.
 *
 * <p>A group is applied as a whole, as it was published as a whole: its timestamp is that of its
 * last commit. What follows the target is read too, for the reservations of sequences.
 */
public final class ArchiveRestore {
  /** Target that is after every group. */
  public static final long LATEST = Long.MAX_VALUE;

  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private final ArchiveFolder archive;
  private final long targetNanos;
  private final SequenceReservations reservations = new SequenceReservations();
  private long groupCount;
  private long lastTimestamp;
  private @Nullable String warning;

  /**
   * Creates a restore.
   *
   * @param targetNanos timestamp in nanoseconds since 1970, or {@link #LATEST}
   */
  public ArchiveRestore(ArchiveFolder archive, long targetNanos) {
    this.archive = requireNonNull(archive, "archive is null");
    this.targetNanos = targetNanos;
  }

  /**
   * Result of a restore.
   *
   * @param groupCount groups that were applied
   * @param lastTimestamp timestamp of the last commit, in nanoseconds since 1970; 0 if there is
   *     none
   * @param warning text about damage of the archive behind the target, or null
   */
  public record Result(long groupCount, long lastTimestamp, @Nullable String warning) {}

  /**
   * Restores a backup, and applies groups of the archive.
   *
   * @throws ColonnadeException STORE_CORRUPT if a group is missing or damaged, or if the archive is
   *     not that of the backup's store; INVALID_ARGUMENT if the backup is newer than the target, or
   *     the archive ends before it; and as {@link BackupRestore}
   */
  public Result run(BackupFolder folder, BackupManifest backup, Path target, UUID storeId) {
    return run(folder, backup, target, storeId, () -> {});
  }

  /**
   * Variant of {@link #run(BackupFolder, BackupManifest, Path, UUID)} that can be canceled.
   *
   * @param cancellation called at intervals; what it throws ends the restore
   */
  public Result run(
      BackupFolder folder,
      BackupManifest backup,
      Path target,
      UUID storeId,
      Runnable cancellation) {
    BackupRestore.run(
        folder, backup, target, storeId, store -> apply(store, cancellation), cancellation);
    return new Result(groupCount, lastTimestamp, warning);
  }

  private void apply(Path folder, Runnable cancellation) {
    try (RocksStore store = RocksStore.openExisting(folder, RocksStoreConfig.defaults())) {
      ArchivePosition position = requirePosition(store);
      lastTimestamp = TimestampRecords.read(store, TimestampRecords.PUBLISHED);
      if (lastTimestamp > targetNanos) {
        throw invalid("the backup is newer than the target", lastTimestamp);
      }
      ArchiveLog log = new ArchiveLog(archive, position.number() + 1);
      log.read(
          group -> {
            cancellation.run();
            return apply(store, group, position);
          });
      if (log.isAtEnd() && targetNanos != LATEST) {
        throw invalid("the archive ends before the target", lastTimestamp);
      }
      if (!log.isAtEnd()) {
        readReservations(log, store);
      }
      try (Batch batch = store.newBatch()) {
        reservations.advance(store, batch);
        store.write(batch, Durability.SYNC);
      }
      store.flush();
    }
  }

  private ColonnadeException invalid(String problem, long timestamp) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        "%s target=%s lastCommit=%s".formatted(problem, instant(targetNanos), instant(timestamp)));
  }

  /** Returns a timestamp of a commit as a time of day. */
  public static Instant instant(long timestamp) {
    return Instant.ofEpochSecond(timestamp / NANOS_PER_SECOND, timestamp % NANOS_PER_SECOND);
  }

  /** Returns the position of the backup; throws STORE_CORRUPT if the archive does not follow it. */
  private ArchivePosition requirePosition(RocksStore store) {
    ArchivePosition position = ArchivePosition.read(store);
    List<ArchiveFolder.Segment> segments = archive.segments();
    if (position == null) {
      throw unrelated("the backup was written without an archive");
    }
    if (segments.isEmpty()) {
      throw unrelated("the archive is empty");
    }
    for (ArchiveFolder.Segment segment : segments) {
      SegmentHeader header = segment.header();
      if (!header.storeId().equals(position.storeId())) {
        throw unrelated(
            "the archive belongs to another store: segment=%s storeOfArchive=%s storeOfBackup=%s"
                .formatted(segment.path(), header.storeId(), position.storeId()));
      }
      if (header.incarnation() > position.incarnation() && header.base() <= position.number()) {
        throw unrelated(
            "the store has lost groups that the backup has: segment=%s base=%d backup=%d"
                .formatted(segment.path(), header.base(), position.number()));
      }
    }
    long last = ArchivingStore.lastNumber(segments.getLast());
    if (last < position.number()) {
      throw unrelated(
          "the archive ends before the backup: segment=%s lastGroup=%d backup=%d"
              .formatted(segments.getLast().path(), last, position.number()));
    }
    return position;
  }

  private ColonnadeException unrelated(String problem) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT,
        "the archive does not follow the backup path=%s reason=%s"
            .formatted(archive.path(), problem));
  }

  /** Applies a group; returns false if it is after the target. */
  private boolean apply(RocksStore store, ArchiveRecord group, ArchivePosition start) {
    if (group.kind() == ArchiveRecord.Kind.INGEST) {
      ingest(store, group);
    } else {
      Changes changes = new Changes(false);
      WriteBatchReader.read(group.payload(), store.familyIds(), changes);
      if (changes.published > targetNanos) {
        return false;
      }
      lastTimestamp = Math.max(lastTimestamp, changes.published);
      ArchivePosition position =
          new ArchivePosition(start.storeId(), start.incarnation(), group.number());
      store.apply(group.payload(), ArchivePosition.KEY, position.encode());
    }
    groupCount++;
    Failpoint.RESTORE_AFTER_GROUP.pass();
    return true;
  }

  private void ingest(RocksStore store, ArchiveRecord group) {
    List<IngestedFile> files = IngestedFile.decode(group.payload());
    for (int i = 0; i < files.size(); i++) {
      IngestedFile file = files.get(i);
      Path table = archive.table(group.number(), i);
      Path copy = store.newCopyPath();
      try {
        if (!Files.exists(table)) {
          throw ArchiveFolder.damaged(table, "a table file is missing group=" + group.number());
        }
        if (!FileCopier.unlimited().copy(table, copy).equals(file.checksum())) {
          throw ArchiveFolder.damaged(table, "a table file has other content");
        }
      } catch (IOException e) {
        throw ArchiveFolder.failed("restore", table, e);
      }
      store.ingestCopy(file.space(), copy);
    }
  }

  /** Reads the groups behind the target, which are not applied. */
  private void readReservations(ArchiveLog log, RocksStore store) {
    try {
      log.read(
          group -> {
            if (group.kind() == ArchiveRecord.Kind.BATCH) {
              WriteBatchReader.read(group.payload(), store.familyIds(), new Changes(true));
            }
            return true;
          });
    } catch (ColonnadeException e) {
      warning =
          "the archive cannot be read to its end, so that sequences may return values again that"
              + " were returned after the damage: "
              + e.getMessage();
    }
  }

  /** Visitor of a batch: its timestamp, and behind the target the records of sequences. */
  private final class Changes implements WriteBatchReader.Visitor {
    private final boolean isAfterTarget;
    private long published;

    Changes(boolean isAfterTarget) {
      this.isAfterTarget = isAfterTarget;
    }

    @Override
    public void put(Space space, Key key, byte[] value) {
      if (space != Space.META) {
        return;
      }
      if (key.equals(TimestampRecords.PUBLISHED)) {
        published = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
      }
      if (isAfterTarget) {
        reservations.put(key, value);
      }
    }

    @Override
    public void delete(Space space, Key key) {}

    @Override
    public void deleteRange(Space space, KeySpan span) {}
  }
}
