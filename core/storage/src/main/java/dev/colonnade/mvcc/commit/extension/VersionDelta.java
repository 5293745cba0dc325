package dev.colonnade.mvcc.commit.extension;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;

/**
 * Change of the statistics of a range by the change of one key. Bytes are those of keys and values
 * together.
 *
 * @param key the key in {@code ROWS}
 * @param liveKeyValues change of the number of keys that have a value: 1, 0 or -1
 * @param liveBytes change of their bytes
 * @param historyVersions change of the number of entries in {@code HISTORY}
 * @param historyBytes change of the bytes of history entries and tombstones
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

  /** Returns the change that reverts this one. */
  public VersionDelta inverse() {
    return new VersionDelta(
        key, -liveKeyValues, -liveBytes, -historyVersions, -historyBytes, -tombstones);
  }
}
