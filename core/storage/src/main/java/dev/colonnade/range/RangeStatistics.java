package dev.colonnade.range;

/**
 * What a range holds, exactly. Bytes are those of keys and values together, as given to the store.
 *
 * @param liveRows rows
 * @param liveKeyValues keys that have a value; a row of several column families has several
 * @param liveBytes bytes of those
 * @param historyVersions superseded versions
 * @param historyBytes bytes of what is kept for the past only: superseded versions and tombstones
 * @param tombstones keys that had a value and have none any more
 */
public record RangeStatistics(
    long liveRows,
    long liveKeyValues,
    long liveBytes,
    long historyVersions,
    long historyBytes,
    long tombstones) {

  /** Of a range that holds nothing. */
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

  /** Bytes of everything in the range. */
  public long totalBytes() {
    return liveBytes + historyBytes;
  }

  /** Of two ranges together. */
  public RangeStatistics plus(RangeStatistics other) {
    return new RangeStatistics(
        liveRows + other.liveRows,
        liveKeyValues + other.liveKeyValues,
        liveBytes + other.liveBytes,
        historyVersions + other.historyVersions,
        historyBytes + other.historyBytes,
        tombstones + other.tombstones);
  }

  /** Of what is left when {@code part} of it is taken away. */
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
