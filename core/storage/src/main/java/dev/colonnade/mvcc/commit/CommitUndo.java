package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.UnfinishedCommits;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.conflict.RowEffect;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.mvcc.deletion.KeyList;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Undo of an unfinished {@link LargeCommit}: every row with its timestamp T gets the value again
 * that it had before.
 *
 * <p>An updated or deleted row gets its old value as a version of timestamp T. The history entry of
 * the old version remains, because a reader that has seen the row at T, and so must not see it, may
 * still look for that entry. For readers at T or above, the row has its old value. An inserted row
 * is removed, or replaced by the tombstone that it had overwritten.
 *
 * <p>A chunk of new rows in an ingested file may not be included in the statistics yet. First, the
 * rows of it that were ingested are included.
 *
 * <p>Keys that were deleted as spans still have their values: only the records of the spans are
 * removed. A reader below T never regards these spans ({@link StoreReader#asOf}).
 *
 * <p>Idempotent: a crash in the middle leaves rows that are undone again with the same result.
 */
final class CommitUndo implements PipelineRequest.LeaderSteps<Boolean> {
  private static final int ROWS_PER_STEP_MAX = 10_000;
  private static final long BYTES_PER_STEP_MAX = 8L << 20;

  private final Store store;
  private final HybridClock clock;

  CommitUndo(Store store, HybridClock clock) {
    this.store = requireNonNull(store, "store is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Undoes the unfinished commit in the store, if there is one. */
  @Override
  public Boolean run(Writer writer) {
    List<UnfinishedCommits.Chunk> chunks = UnfinishedCommits.read(store);
    if (chunks.isEmpty()) {
      return false;
    }
    long timestamp = chunks.getFirst().timestamp();
    clock.observe(timestamp);
    undoSpans(writer, timestamp);
    for (UnfinishedCommits.Chunk chunk : chunks) {
      if (!chunk.isCounted()) {
        count(writer, chunk);
        Failpoint.UNDO_AFTER_STEP.pass();
      }
      KeySpan rest = new KeySpan(chunk.first(), chunk.last().successor());
      while (!rest.isEmpty()) {
        rest = undoSome(writer, rest, timestamp);
        Failpoint.UNDO_AFTER_STEP.pass();
      }
    }
    return writer.step(
        context -> {
          context.durability(Durability.SYNC);
          chunks.forEach(chunk -> UnfinishedCommits.delete(context.batch(), chunk.number()));
          return context.timestamp() > 0;
        });
  }

  private void undoSpans(Writer writer, long timestamp) {
    for (DeletedSpan span : DeletedSpan.readAll(store)) {
      if (span.timestamp() == timestamp) {
        writer.step(
            context -> {
              context.durability(Durability.RELAXED);
              undoSpan(span, context);
              return true;
            });
        Failpoint.UNDO_AFTER_STEP.pass();
      }
    }
  }

  /** Removes the record of a span, and counts its values as present again. */
  private void undoSpan(DeletedSpan span, CommandContext context) {
    CursorOptions options = CursorOptions.over(span.keys()).withoutFillingCache();
    KeyList.Search deleted = span.search();
    try (Cursor rows = store.asOf(span.timestamp() - 1).cursor(Space.ROWS, options)) {
      for (rows.seekToFirst(); rows.valid(); rows.next()) {
        long address = rows.valueAddress();
        if (!VersionHeader.isTombstone(address)
            && VersionHeader.timestamp(address) < span.timestamp()
            && deleted.contains(rows.keyAddress(), rows.keyLength())) {
          context.changed(RowEffect.deleted(rows.key(), rows.valueLength()).inverse());
        }
      }
      rows.checkStatus();
    }
    context.deletesUndone(span);
  }

  /** Undoes the first rows of a span. Returns the rest of the span. */
  private KeySpan undoSome(Writer writer, KeySpan span, long timestamp) {
    List<Row> rows = new ArrayList<>();
    Key resume = span.end();
    long bytes = 0;
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(span).withoutFillingCache())) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        if (rows.size() >= ROWS_PER_STEP_MAX || bytes >= BYTES_PER_STEP_MAX) {
          resume = cursor.key();
          break;
        }
        if (VersionHeader.timestamp(cursor.valueAddress()) == timestamp) {
          rows.add(new Row(cursor.key(), cursor.value()));
          bytes += cursor.valueLength();
        }
      }
      cursor.checkStatus();
    }
    if (!rows.isEmpty()) {
      writer.step(
          context -> {
            context.durability(Durability.RELAXED);
            rows.forEach(row -> undo(row, timestamp, context));
            return true;
          });
    }
    return new KeySpan(resume, span.end());
  }

  private void undo(Row row, long timestamp, CommandContext context) {
    context.touchAt(row.key(), timestamp);
    Entry before = newestEntry(row.key());
    if (before != null && before.supersededAt() == timestamp) {
      restore(row, before, timestamp, context);
    } else {
      remove(row, before, context);
    }
  }

  /** Includes the new rows that were ingested of a chunk in the statistics. */
  private void count(Writer writer, UnfinishedCommits.Chunk chunk) {
    writer.step(
        context -> {
          context.durability(Durability.SYNC);
          countRows(chunk, context);
          UnfinishedCommits.put(context.batch(), chunk.counted());
          return true;
        });
  }

  private void countRows(UnfinishedCommits.Chunk chunk, CommandContext context) {
    KeySpan span = new KeySpan(chunk.first(), chunk.last().successor());
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(span).withoutFillingCache())) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        if (VersionHeader.timestamp(cursor.valueAddress()) == chunk.timestamp()) {
          long bytes = (long) cursor.keyLength() + cursor.valueLength();
          context.changed(new VersionDelta(cursor.key(), 1, bytes, 0, 0, 0));
        }
      }
      cursor.checkStatus();
    }
  }

  /** Restores the value of a row that was updated or deleted. */
  private static void restore(Row row, Entry before, long timestamp, CommandContext context) {
    byte[] value = HistoryLayout.oldValue(before.value());
    VersionHeader.setTimestamp(value, timestamp);
    context.batch().put(Space.ROWS, row.key().bytes(), value);
    if (before.isByTombstone()) {
      byte[] entry = before.value().clone();
      HistoryLayout.setSuperseded(entry, timestamp, false);
      context.batch().put(Space.HISTORY, before.key(), entry);
    }
    context.changed(
        row.isTombstone()
            ? new VersionDelta(
                row.key(),
                1,
                (long) row.key().length() + value.length,
                0,
                -(row.key().length() + VersionHeader.BYTES),
                -1)
            : new VersionDelta(row.key(), 0, (long) value.length - row.value().length, 0, 0, 0));
  }

  /**
   * Removes an inserted row, or a tombstone of a key without a value. A tombstone that a row had
   * overwritten is restored.
   */
  private static void remove(Row row, @Nullable Entry before, CommandContext context) {
    int tombstoneBytes = row.key().length() + VersionHeader.BYTES;
    int tombstones = row.isTombstone() ? -1 : 0;
    if (before != null && before.isByTombstone()) {
      byte[] tombstone = VersionHeader.tombstone();
      VersionHeader.setTimestamp(tombstone, before.supersededAt());
      context.batch().put(Space.ROWS, row.key().bytes(), tombstone);
      tombstones++;
    } else {
      context.batch().delete(Space.ROWS, row.key().bytes());
    }
    int live = row.isTombstone() ? 0 : -1;
    long liveBytes = (long) live * (row.key().length() + row.value().length);
    context.changed(
        new VersionDelta(
            row.key(), live, liveBytes, 0, (long) tombstones * tombstoneBytes, tombstones));
  }

  /** Returns the newest history entry of a key; null if there is none. */
  private @Nullable Entry newestEntry(Key key) {
    CursorOptions options = CursorOptions.over(HistoryLayout.span(key));
    try (Cursor cursor = store.cursor(Space.HISTORY, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        if (cursor.keyLength() == key.length() + HistoryLayout.KEY_SUFFIX_BYTES) {
          HistoryLayout.requireComplete(cursor.valueLength());
          return new Entry(
              cursor.key().bytes(),
              cursor.value(),
              HistoryLayout.supersededAt(cursor.valueAddress()),
              HistoryLayout.supersededByTombstone(cursor.valueAddress()));
        }
      }
      cursor.checkStatus();
    }
    return null;
  }

  /** Row of the unfinished commit. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record Row(Key key, byte[] value) {
    boolean isTombstone() {
      return VersionHeader.isTombstone(value);
    }
  }

  /** History entry. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record Entry(byte[] key, byte[] value, long supersededAt, boolean isByTombstone) {}
}
