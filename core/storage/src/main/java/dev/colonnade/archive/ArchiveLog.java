package dev.colonnade.archive;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reader of all groups of an archive in their order, through its segments and incarnations. Groups
 * that the store never applied, or lost in a crash, are left out. One thread.
 */
final class ArchiveLog {
  private final List<ArchiveFolder.Segment> segments;
  private final Path folder;

  /** Number of the next group; all before it were passed to the consumer. */
  private long next;

  /** Group that is passed on when it is known that it was not aborted. */
  private @Nullable ArchiveRecord pending;

  private boolean isStopped;

  /**
   * Creates a reader.
   *
   * @param next number of the first group
   */
  ArchiveLog(ArchiveFolder folder, long next) {
    this.folder = folder.path();
    this.next = next;
    segments = folder.segments();
  }

  /** Returns whether the last {@link #read} ended because there are no more groups. */
  boolean isAtEnd() {
    return !isStopped;
  }

  /**
   * Passes groups on until the consumer returns false, or the archive ends.
   *
   * @throws ColonnadeException STORE_CORRUPT that names the segment if one is damaged, and the
   *     numbers of the groups if some are missing
   */
  void read(Predicate<ArchiveRecord> consumer) {
    isStopped = false;
    for (int i = 0; i < segments.size() && !isStopped; i++) {
      long end = ArchiveFolder.endOf(segments, i);
      if (end > next) {
        read(i, end, consumer);
      }
    }
  }

  private void read(int index, long end, Predicate<ArchiveRecord> consumer) {
    ArchiveFolder.Segment segment = segments.get(index);
    if (segment.header().first() > next) {
      throw gap(segment.header().first() - 1, segment.path());
    }
    try (SegmentReader reader = new SegmentReader(segment)) {
      ArchiveRecord record = reader.next();
      while (record != null && !isStopped) {
        accept(record, end, segment.path(), consumer);
        record = reader.next();
      }
      passOn(consumer);
      if (!isStopped && hasSuccessor(index)) {
        requireEnd(reader, segment.path());
      }
    }
  }

  private boolean hasSuccessor(int index) {
    return index + 1 < segments.size()
        && segments.get(index + 1).header().incarnation()
            == segments.get(index).header().incarnation();
  }

  private static void requireEnd(SegmentReader reader, Path path) {
    if (!reader.isEnded()) {
      throw ArchiveFolder.damaged(
          path, "segment ends without its last record offset=" + reader.position());
    }
  }

  private void accept(
      ArchiveRecord record, long end, Path path, Predicate<ArchiveRecord> consumer) {
    if (record.kind() == ArchiveRecord.Kind.ABORT) {
      if (pending != null && pending.number() == record.number()) {
        pending = null;
        next++;
      }
      return;
    }
    passOn(consumer);
    if (isStopped || record.number() < next || record.number() >= end) {
      return;
    }
    if (record.number() > next) {
      throw gap(record.number() - 1, path);
    }
    if (record.kind() != ArchiveRecord.Kind.END) {
      pending = record;
    }
  }

  private void passOn(Predicate<ArchiveRecord> consumer) {
    ArchiveRecord record = pending;
    pending = null;
    if (record != null) {
      if (consumer.test(record)) {
        next++;
      } else {
        isStopped = true;
      }
    }
  }

  /** Returns the exception for missing groups from the next one on. */
  private ColonnadeException gap(long last, @Nullable Path before) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT,
        "archive has a gap: groups %d to %d are missing path=%s before=%s"
            .formatted(next, last, folder, before));
  }
}
