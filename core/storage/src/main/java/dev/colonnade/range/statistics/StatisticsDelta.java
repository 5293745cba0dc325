package dev.colonnade.range.statistics;

import dev.colonnade.mvcc.commit.extension.VersionDelta;

/** Accumulated change of range statistics. Not safe for concurrent use. */
public final class StatisticsDelta {
  private long liveRows;
  private long liveKeyValues;
  private long liveBytes;
  private long historyVersions;
  private long historyBytes;
  private long tombstones;

  /**
   * Adds the change of one key; {@code startsRow} is true if it is the key of a row's first value.
   */
  public void add(VersionDelta delta, boolean startsRow) {
    liveRows += startsRow ? delta.liveKeyValues() : 0;
    liveKeyValues += delta.liveKeyValues();
    liveBytes += delta.liveBytes();
    historyVersions += delta.historyVersions();
    historyBytes += delta.historyBytes();
    tombstones += delta.tombstones();
  }

  public void add(StatisticsDelta other) {
    liveRows += other.liveRows;
    liveKeyValues += other.liveKeyValues;
    liveBytes += other.liveBytes;
    historyVersions += other.historyVersions;
    historyBytes += other.historyBytes;
    tombstones += other.tombstones;
  }

  public long totalBytes() {
    return liveBytes + historyBytes;
  }

  public void clear() {
    liveRows = 0;
    liveKeyValues = 0;
    liveBytes = 0;
    historyVersions = 0;
    historyBytes = 0;
    tombstones = 0;
  }

  /** Returns {@code statistics} after these changes. */
  public RangeStatistics applyTo(RangeStatistics statistics) {
    return new RangeStatistics(
        statistics.liveRows() + liveRows,
        statistics.liveKeyValues() + liveKeyValues,
        statistics.liveBytes() + liveBytes,
        statistics.historyVersions() + historyVersions,
        statistics.historyBytes() + historyBytes,
        statistics.tombstones() + tombstones);
  }
}
