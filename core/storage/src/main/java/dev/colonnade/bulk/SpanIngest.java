package dev.colonnade.bulk;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.range.RangePreSplitter;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import java.util.ArrayList;
import java.util.List;

/**
 * Ingestion of the pairs of a span that is not readable yet, while writers change the same span
 * already. What they write and delete prevails, because it is newer than the rows from which the
 * pairs were made: from {@link BulkWrites#begin} on, a delete leaves a tombstone also where there
 * is no value, and the leader resolves both kinds of changes when it ingests the pairs, between two
 * commits.
 *
 * <p>After a crash, the span may contain pairs that its statistics do not count: the caller clears
 * it.
 */
public final class SpanIngest implements AutoCloseable {
  private final BulkWrites writes;
  private final CommitPipeline pipeline;
  private final KeySpan span;
  private final long timestamp;

  SpanIngest(BulkWrites writes, CommitPipeline pipeline, KeySpan span, long timestamp) {
    this.writes = writes;
    this.pipeline = pipeline;
    this.span = span;
    this.timestamp = timestamp;
  }

  /**
   * Ingests the pairs. Their keys are in the span; their values have a header, and describe the
   * state at a timestamp that was read after the ingestion had begun.
   *
   * @throws ColonnadeException that of {@code conflicts} if keys are not unique, or the object is
   *     gone
   */
  public void finish(SortedPairs pairs, ConflictResolver conflicts) {
    try (StagedPairs staged =
        StagedPairs.of(pairs, conflicts, writes.store(), timestamp, writes.pieceBytesMax())) {
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
      context.changed(new VersionDelta(piece.first(), piece.count(), piece.bytes(), 0, 0, 0));
    }
    staged.ingest(context.batch());
    Failpoint.INGEST_AFTER_FILES.pass();
    for (Written change : written) {
      byte[] ingested = staged.find(change.key(), writes.store());
      if (ingested != null) {
        resolve(change, ingested, conflicts, context);
      } else if (change.isTombstone()) {
        removeTombstone(change.key(), context);
      }
    }
    context.durability(Durability.SYNC);
    context.touchAll();
    context.cleared(span);
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

  private static void resolve(
      Written change, byte[] ingested, ConflictResolver conflicts, ExclusiveContext context) {
    Key key = change.key();
    if (conflicts.isCurrent(key, ingested)) {
      if (change.isTombstone()) {
        byte[] value = ingested.clone();
        VersionHeader.setTimestamp(value, context.timestamp());
        context.batch().put(Space.ROWS, key.bytes(), value);
        context.changed(new VersionDelta(key, 0, 0, 0, -tombstoneBytes(key), -1));
        return;
      }
      if (!conflicts.isSameRow(key, ingested, change.value())) {
        throw conflicts.duplicate(key, ingested, change.value());
      }
    }
    context.changed(new VersionDelta(key, -1, -((long) key.length() + ingested.length), 0, 0, 0));
    if (change.isTombstone()) {
      removeTombstone(key, context);
    } else {
      context.batch().put(Space.ROWS, key.bytes(), change.value());
    }
  }

  /** Removes a tombstone, and a pair below it: nobody reads the span at earlier timestamps. */
  private static void removeTombstone(Key key, ExclusiveContext context) {
    context.batch().delete(Space.ROWS, key.bytes());
    context.changed(new VersionDelta(key, 0, 0, 0, -tombstoneBytes(key), -1));
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
