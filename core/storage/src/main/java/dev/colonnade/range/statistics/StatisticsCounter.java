package dev.colonnade.range.statistics;

import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.List;

/** Count of the statistics of a span by a full scan. */
public final class StatisticsCounter {
  private static final long READAHEAD_BYTES = 2L << 20;

  private long liveRows;
  private long liveKeyValues;
  private long liveBytes;
  private long historyVersions;
  private long historyBytes;
  private long tombstones;

  private StatisticsCounter() {}

  /** Returns the statistics of {@code span} in {@code reader}, which must not change meanwhile. */
  public static RangeStatistics of(StoreReader reader, KeySpan span, RowBoundaries boundaries) {
    StatisticsCounter count = new StatisticsCounter();
    CursorOptions options =
        CursorOptions.over(span).withoutFillingCache().withReadahead(READAHEAD_BYTES);
    try (Cursor rows = reader.cursor(Space.ROWS, options);
        Cursor history = reader.cursor(Space.HISTORY, options)) {
      count.addRows(rows, boundaries);
      count.addHistory(history);
    }
    return count.statistics();
  }

  /** Returns the statistics of each of {@code spans} in {@code reader}, in their order. */
  static List<RangeStatistics> ofAll(
      StoreReader reader, List<KeySpan> spans, RowBoundaries boundaries) {
    return spans.stream().map(span -> of(reader, span, boundaries)).toList();
  }

  private void addRows(Cursor rows, RowBoundaries boundaries) {
    for (rows.seekToFirst(); rows.valid(); rows.next()) {
      VersionHeader.requireComplete(rows.valueLength());
      long bytes = (long) rows.keyLength() + rows.valueLength();
      if (VersionHeader.isTombstone(rows.valueAddress())) {
        tombstones++;
        historyBytes += bytes;
      } else {
        liveKeyValues++;
        liveBytes += bytes;
        liveRows += boundaries.startsRow(rows.key()) ? 1 : 0;
      }
    }
    rows.checkStatus();
  }

  private void addHistory(Cursor history) {
    for (history.seekToFirst(); history.valid(); history.next()) {
      historyVersions++;
      historyBytes += (long) history.keyLength() + history.valueLength();
    }
    history.checkStatus();
  }

  private RangeStatistics statistics() {
    return new RangeStatistics(
        liveRows, liveKeyValues, liveBytes, historyVersions, historyBytes, tombstones);
  }
}
