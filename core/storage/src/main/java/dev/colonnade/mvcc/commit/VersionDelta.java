package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;

/**
 * By how much a change of one key moves the figures of the range that it lies in. Bytes are those
 * of keys and values together.
 *
 * @param key the key in {@code ROWS}
 * @param liveKeyValues change of the number of keys that have a value: 1, 0 or -1
 * @param liveBytes change of their bytes
 * @param historyVersions change of the number of entries in {@code HISTORY}
 * @param historyBytes change of the bytes of what is kept for the past only: entries and tombstones
 * @param tombstones change of the number of tombstones in {@code ROWS}
 */
public record VersionDelta(
    Key key,
    int liveKeyValues,
    long liveBytes,
    int historyVersions,
    long historyBytes,
    int tombstones) {
  public VersionDelta {
    requireNonNull(key, "key is null");
  }
}
