package dev.colonnade.range.verify;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.UnfinishedCommits;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.Arrays;
import java.util.function.Consumer;

/** Verifier of the version chains: the versions of every key are in order and do not overlap. */
final class VersionVerifier {
  /** Number of keys per notification of the observer. */
  private static final int WALKED_STEP = 1024;

  private final StoreReader reader;
  private final Consumer<String> problems;
  private final VerificationObserver observer;
  private final long published;
  private final long horizon;

  /** Timestamp of a commit that is being written in chunks. */
  private final long unfinished;

  private int walkedKeys;

  VersionVerifier(StoreReader reader, Consumer<String> problems, VerificationObserver observer) {
    this.reader = reader;
    this.problems = problems;
    this.observer = observer;
    published = TimestampRecords.read(reader, TimestampRecords.PUBLISHED);
    horizon = TimestampRecords.read(reader, TimestampRecords.HORIZON);
    unfinished = UnfinishedCommits.timestamp(reader);
  }

  public void verify() {
    CursorOptions options = CursorOptions.over(KeySpan.ALL).withoutFillingCache();
    try (Cursor rows = reader.cursor(Space.ROWS, options);
        Cursor history = reader.cursor(Space.HISTORY, options)) {
      verifyRows(rows, history);
      verifyHistory(history);
    }
    observer.walked(walkedKeys);
  }

  private void verifyRows(Cursor rows, Cursor history) {
    for (rows.seekToFirst(); rows.valid(); rows.next()) {
      walked();
      VersionHeader.requireComplete(rows.valueLength());
      long timestamp = VersionHeader.timestamp(rows.valueAddress());
      check(
          timestamp > 0 && (timestamp <= published || timestamp == unfinished),
          "row timestamp above the published timestamp",
          rows.key(),
          timestamp);
      if (VersionHeader.isTombstone(rows.valueAddress())) {
        Key key = rows.key();
        history.seek(Key.wrap(HistoryLayout.key(key, timestamp)));
        check(
            history.valid()
                && history.key().startsWith(key)
                && history.keyLength() == key.length() + HistoryLayout.KEY_SUFFIX_BYTES
                && HistoryLayout.supersededAt(history.valueAddress()) == timestamp,
            "tombstone without its superseded version",
            key,
            timestamp);
      }
    }
    rows.checkStatus();
  }

  private void verifyHistory(Cursor history) {
    Key previousRow = Key.INFINITY;
    long supersededAtMost = 0;
    for (history.seekToFirst(); history.valid(); history.next()) {
      walked();
      HistoryLayout.requireComplete(history.valueLength());
      Key key = history.key();
      Key rowKey = Key.wrap(Arrays.copyOf(key.bytes(), HistoryLayout.rowKeyBytes(key.length())));
      if (!rowKey.equals(previousRow)) {
        supersededAtMost = verifyNewest(history, rowKey);
        previousRow = rowKey;
      }
      long timestamp = HistoryLayout.timestamp(history.keyAddress(), history.keyLength());
      long supersededAt = HistoryLayout.supersededAt(history.valueAddress());
      long inValue =
          VersionHeader.timestamp(history.valueAddress() + HistoryLayout.OLD_VALUE_OFFSET);
      check(timestamp == inValue, "timestamps in key and value differ", rowKey, timestamp);
      check(
          timestamp < supersededAt,
          "version superseded before its own timestamp",
          rowKey,
          timestamp);
      check(supersededAt <= supersededAtMost, "versions overlap", rowKey, timestamp);
      supersededAtMost = timestamp;
    }
    history.checkStatus();
  }

  /**
   * Checks the newest history entry of a key against its row. Returns the timestamp up to which it
   * can have been visible. Below the garbage collection horizon, an interrupted collector may have
   * removed the newest entries and left older ones.
   */
  private long verifyNewest(Cursor history, Key rowKey) {
    long address = history.valueAddress();
    long supersededAt = HistoryLayout.supersededAt(address);
    byte[] row = reader.get(Space.ROWS, rowKey);
    if (row == null) {
      check(supersededAt <= horizon, "version of a missing row", rowKey, supersededAt);
      return supersededAt;
    }
    long timestamp = VersionHeader.timestamp(row);
    boolean byRow = supersededAt == timestamp;
    boolean byTombstone = HistoryLayout.supersededByTombstone(address);
    check(
        supersededAt <= horizon
            || (byRow ? byTombstone == VersionHeader.isTombstone(row) : byTombstone),
        "version not superseded by its row",
        rowKey,
        supersededAt);
    return timestamp;
  }

  private void walked() {
    if (++walkedKeys == WALKED_STEP) {
      observer.walked(walkedKeys);
      walkedKeys = 0;
    }
  }

  private void check(boolean holds, String problem, Key key, long timestamp) {
    if (!holds) {
      problems.accept(
          "%s key=%s timestamp=%d published=%d horizon=%d"
              .formatted(problem, key, timestamp, published, horizon));
    }
  }
}
