package dev.colonnade.range.statistics;

/**
 * Exact statistics of a range. Bytes are those of keys and values together, as passed to the store.
 *
 * @param liveRows number of rows
 * @param liveKeyValues number of keys with a value; a row of several column families has several
 * @param liveBytes bytes of the live keys and values
 * @param historyVersions number of superseded versions
 * @param historyBytes bytes of superseded versions and tombstones
 * @param tombstones number of keys that had a value and have none any more
 */
public record RangeStatistics(
    long liveRows,
    long liveKeyValues,
    long liveBytes,
    long historyVersions,
    long historyBytes,
    long tombstones) {

  /** Statistics of an empty range. */
  public static final RangeStatistics EMPTY = new RangeStatistics(0, 0, 0, 0, 0, 0);

  public RangeStatistics {
    long least = Math.min(Math.min(liveRows, liveKeyValues), liveBytes);
    least = Math.min(Math.min(least, historyVersions), Math.min(historyBytes, tombstones));
    if (least < 0) {
      throw new IllegalArgumentException(
          ("statistics below zero liveRows=%d liveKeyValues=%d liveBytes=%d historyVersions=%d"
                  + " historyBytes=%d tombstones=%d")
              .formatted(
                  liveRows, liveKeyValues, liveBytes, historyVersions, historyBytes, tombstones));
    }
  }

  /** Returns the total bytes of the range. */
  public long totalBytes() {
    return liveBytes + historyBytes;
  }

  /** Returns the sum of the statistics of two ranges. */
  public RangeStatistics plus(RangeStatistics other) {
    return new RangeStatistics(
        liveRows + other.liveRows,
        liveKeyValues + other.liveKeyValues,
        liveBytes + other.liveBytes,
        historyVersions + other.historyVersions,
        historyBytes + other.historyBytes,
        tombstones + other.tombstones);
  }

  /** Returns the difference: the statistics without those of {@code part}. */
  public RangeStatistics minus(RangeStatistics part) {
    return new RangeStatistics(
        liveRows - part.liveRows,
        liveKeyValues - part.liveKeyValues,
        liveBytes - part.liveBytes,
        historyVersions - part.historyVersions,
        historyBytes - part.historyBytes,
        tombstones - part.tombstones);
  }
}
