package dev.colonnade.bulk;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.conflict.TombstoneSpans;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.range.RangePreSplitter;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ingestion of the pairs of a span that is not readable yet, while writers change the same span
 * already. What they write and delete prevails, because it is newer than the rows from which the
 * pairs were made: from {@link #begin} on, a delete leaves a tombstone also where there is no
 * value, and the leader resolves both kinds of changes when it ingests the pairs, between two
 * commits.
 *
 * <p>After a crash, the span may contain pairs that its statistics do not count: the caller clears
 * it.
 */
public final class SpanIngest implements AutoCloseable {
  private static final long NEVER = 0;

  private final BulkWrites writes;
  private final CommitPipeline pipeline;
  private final KeySpan span;
  private final long timestamp;

  private SpanIngest(BulkWrites writes, KeySpan span, long timestamp) {
    this.writes = writes;
    pipeline = writes.pipeline();
    this.span = span;
    this.timestamp = timestamp;
  }

  /** Begins an ingestion into a span, in which writers may write already. */
  public static SpanIngest begin(BulkWrites writes, KeySpan span) {
    TombstoneSpans tombstones = writes.pipeline().tombstones();
    long timestamp =
        writes
            .pipeline()
            .exclusive(
                context -> {
                  tombstones.add(span);
                  context.onDiscarded(() -> tombstones.remove(span));
                  context.touchAll();
                  return context.timestamp();
                });
    return new SpanIngest(writes, span, timestamp);
  }

  /** Returns the timestamp of the ingested pairs. */
  public long timestamp() {
    return timestamp;
  }

  /**
   * Ingests the pairs. Their keys are in the span; their values have a header, and describe the
   * state at a timestamp that was read after the ingestion had begun.
   *
   * @param progress counts the pairs
   * @throws ColonnadeException that of {@code conflicts} if keys are not unique, or the object is
   *     gone
   */
  public void finish(SortedPairs pairs, ConflictResolver conflicts, CommandProgress progress) {
    try (StagedPairs staged = StagedPairs.of(pairs, conflicts, writes, timestamp, progress)) {
      Failpoint.INGEST_AFTER_STAGE.pass();
      writes.split(staged.pieces().stream().skip(1).map(StagedPairs.Piece::first).toList());
      RangePreSplitter.whileBusy(
          () ->
              writes.whileClaimed(
                  span, () -> pipeline.exclusive(context -> ingest(staged, conflicts, context))));
    }
  }

  private boolean ingest(StagedPairs staged, ConflictResolver conflicts, ExclusiveContext context) {
    conflicts.requireLive();
    List<Written> written = written();
    for (StagedPairs.Piece piece : staged.pieces()) {
      requireWithinRange(piece);
      context.changed(new VersionDelta(piece.first(), piece.rowCount(), piece.bytes(), 0, 0, 0));
      StagedPairs.Rest rest = piece.rest();
      if (rest != null) {
        context.changed(new VersionDelta(rest.key(), rest.count(), 0, 0, 0, 0));
      }
    }
    staged.ingest(context.batch());
    Failpoint.INGEST_AFTER_FILES.pass();
    for (Written change : written) {
      resolve(change, staged.find(change.key(), writes.store()), conflicts, context);
    }
    context.durability(Durability.SYNC);
    context.touchAll();
    context.cleared(span);
    // Files are in no batch: without this record, a group of files only would have an empty one,
    // and
    // neither its statistics nor its timestamp would be written.
    TimestampRecords.put(context.batch(), TimestampRecords.PUBLISHED, context.timestamp());
    return true;
  }

  /** Throws RANGE_BUSY if a piece is not within one range, whose statistics could count it. */
  private void requireWithinRange(StagedPairs.Piece piece) {
    if (!writes.rangeOf(piece.first()).contains(piece.last())) {
      throw new ColonnadeException(
          ErrorCode.RANGE_BUSY, "range was split while it was filled key=" + piece.first());
    }
  }

  /** Key that a writer has written or deleted. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record Written(Key key, byte[] value) {
    boolean isTombstone() {
      return VersionHeader.isTombstone(value);
    }
  }

  private List<Written> written() {
    List<Written> written = new ArrayList<>();
    try (Cursor cursor = writes.store().cursor(Space.ROWS, CursorOptions.over(span))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        written.add(new Written(cursor.key(), cursor.value()));
      }
      cursor.checkStatus();
    }
    return written;
  }

  /** Gives a key the value of the row that has it now. */
  private void resolve(
      Written change,
      byte @Nullable [] ingested,
      ConflictResolver conflicts,
      ExclusiveContext context) {
    Key key = change.key();
    if (ingested != null) {
      context.changed(new VersionDelta(key, -1, -bytesOf(key, ingested), 0, 0, 0));
    }
    byte[] value = conflicts.isUnique() ? owned(change, ingested, conflicts) : null;
    if (value == null && !change.isTombstone()) {
      value = change.value();
    }
    if (value == null) {
      settleTombstone(key, context);
    } else if (Arrays.equals(value, change.value())) {
      context.batch().put(Space.ROWS, key.bytes(), value);
    } else {
      VersionHeader.setTimestamp(value, context.timestamp());
      context.batch().put(Space.ROWS, key.bytes(), value);
      context.changed(
          change.isTombstone()
              ? new VersionDelta(key, 1, bytesOf(key, value), 0, -tombstoneBytes(key), -1)
              : new VersionDelta(key, 0, (long) value.length - change.value().length, 0, 0, 0));
    }
  }

  /**
   * Returns the value of the row that has a unique key; null if no row has it. While the entries of
   * older rows were missing, several rows could get the key, and each of them deleted it for all.
   */
  private byte @Nullable [] owned(
      Written change, byte @Nullable [] ingested, ConflictResolver conflicts) {
    Key key = change.key();
    List<byte[]> candidates = new ArrayList<>(); // oldest first
    if (ingested != null) {
      candidates.add(ingested);
    }
    candidates.addAll(oldValues(key));
    if (!change.isTombstone()) {
      candidates.add(change.value());
    }
    byte[] owner = null;
    for (byte[] candidate : candidates.reversed()) {
      if (owner != null && conflicts.isSameRow(key, owner, candidate)) {
        continue;
      }
      if (conflicts.isCurrent(key, candidate)) {
        if (owner != null) {
          throw conflicts.duplicate(key, candidate, owner);
        }
        owner = candidate;
      }
    }
    return owner;
  }

  /** Returns the values that writers have replaced, oldest first. */
  private List<byte[]> oldValues(Key key) {
    List<byte[]> values = new ArrayList<>();
    CursorOptions options = CursorOptions.over(HistoryLayout.span(key));
    try (Cursor cursor = writes.store().cursor(Space.HISTORY, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        if (cursor.keyLength() == key.length() + HistoryLayout.KEY_SUFFIX_BYTES) {
          values.addFirst(HistoryLayout.oldValue(cursor.value()));
        }
      }
      cursor.checkStatus();
    }
    return values;
  }

  /**
   * Deletes the pair of a key with a tombstone. A tombstone remains if an old version needs it, as
   * of the timestamp that garbage collection expects.
   */
  private void settleTombstone(Key key, ExclusiveContext context) {
    long deletedAt = newestDeletion(key);
    if (deletedAt == NEVER) {
      context.batch().delete(Space.ROWS, key.bytes());
      context.changed(new VersionDelta(key, 0, 0, 0, -tombstoneBytes(key), -1));
    } else {
      byte[] tombstone = VersionHeader.tombstone();
      VersionHeader.setTimestamp(tombstone, deletedAt);
      context.batch().put(Space.ROWS, key.bytes(), tombstone);
    }
  }

  /** Returns when the newest old version of a key was superseded; NEVER if there is none. */
  private long newestDeletion(Key key) {
    CursorOptions options = CursorOptions.over(HistoryLayout.span(key));
    try (Cursor cursor = writes.store().cursor(Space.HISTORY, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        if (cursor.keyLength() == key.length() + HistoryLayout.KEY_SUFFIX_BYTES) {
          return HistoryLayout.supersededAt(cursor.valueAddress());
        }
      }
      cursor.checkStatus();
    }
    return NEVER;
  }

  private static long bytesOf(Key key, byte[] value) {
    return (long) key.length() + value.length;
  }

  private static long tombstoneBytes(Key key) {
    return (long) key.length() + VersionHeader.BYTES;
  }

  /** Ends the ingestion: deletes leave no tombstones any more. */
  @Override
  public void close() {
    pipeline.tombstones().remove(span);
  }
}
