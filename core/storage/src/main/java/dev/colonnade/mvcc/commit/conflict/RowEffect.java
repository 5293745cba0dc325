package dev.colonnade.mvcc.commit.conflict;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import org.jspecify.annotations.Nullable;

/**
 * Effect of a mutation of a row's key on its current value: the value to put, and the history entry
 * of the superseded version. Complete except for the commit timestamp.
 *
 * @param value value to put, with space for the timestamp
 * @param entry history entry of the superseded version, or null if there was none
 * @param delta change of the range statistics
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record RowEffect(byte[] value, @Nullable HistoryEntry entry, VersionDelta delta) {
  /** Returns whether the effect is the delete of a value. */
  public boolean isDelete() {
    return delta.liveKeyValues() < 0;
  }

  /**
   * Computes the effect of {@code mutation} on a key whose current value is {@code present} (header
   * included, or null); null if there is no effect.
   *
   * @throws ColonnadeException if the condition does not hold
   */
  public static @Nullable RowEffect of(Mutation.OfRow mutation, byte @Nullable [] present) {
    if (present != null) {
      VersionHeader.requireComplete(present.length);
    }
    byte[] live = present == null || VersionHeader.isTombstone(present) ? null : present;
    check(mutation.condition(), mutation.key(), live);
    if (mutation.role() == Mutation.Role.CHECK) {
      return null;
    }
    byte[] value = mutation.value();
    if (value == null) {
      return live == null ? null : delete(mutation.key(), live);
    }
    return live == null
        ? insert(mutation.key(), value, present != null)
        : update(mutation.key(), value, live);
  }

  /**
   * Returns the effect of a delete that leaves a tombstone where there is no value.
   *
   * @param overTombstone whether there is a tombstone already, which is replaced
   */
  public static RowEffect tombstone(Key key, boolean overTombstone) {
    int tombstones = overTombstone ? 0 : 1;
    return new RowEffect(
        VersionHeader.tombstone(),
        null,
        new VersionDelta(key, 0, 0, 0, (long) tombstones * tombstoneBytes(key), tombstones));
  }

  /** Adds the writes of the effect to a batch. */
  public void putTo(Batch batch, long timestamp) {
    VersionHeader.setTimestamp(value, timestamp);
    if (entry != null) {
      entry.putTo(batch, timestamp, VersionHeader.isTombstone(value));
    }
    batch.put(Space.ROWS, delta.key().bytes(), value);
  }

  /** Returns the size of this effect in a store batch in bytes. */
  public long byteSize() {
    long bytes = (long) delta.key().length() + value.length;
    return entry == null ? bytes : bytes + entry.byteSize();
  }

  private static void check(Condition condition, Key key, byte @Nullable [] live) {
    switch (condition) {
      case Condition.Always always -> {}
      case Condition.Presence presence -> checkPresence(presence, key, live);
      case Condition.VersionIs(long expected, _) -> {
        long found = live == null ? 0 : VersionHeader.timestamp(live);
        if (found != expected) {
          throw changed(key, expected, found);
        }
      }
      case Condition.VersionAtMost(long expected) -> {
        long found = live == null ? 0 : VersionHeader.timestamp(live);
        if (live == null || found > expected) {
          throw changed(key, expected, found);
        }
      }
    }
  }

  private static ColonnadeException changed(Key key, long expected, long found) {
    return new ColonnadeException(
        ErrorCode.SERIALIZATION_FAILURE,
        "row changed since it was read key=%s expectedTimestamp=%d foundTimestamp=%d"
            .formatted(key, expected, found));
  }

  private static void checkPresence(Condition.Presence presence, Key key, byte @Nullable [] live) {
    switch (presence) {
      case ABSENT -> {
        if (live != null) {
          throw new ColonnadeException(ErrorCode.UNIQUE_VIOLATION, "key exists already key=" + key);
        }
      }
      case PRESENT -> {
        if (live == null) {
          throw new ColonnadeException(ErrorCode.ROW_NOT_FOUND, "key does not exist key=" + key);
        }
      }
    }
  }

  private static RowEffect insert(Key key, byte[] value, boolean overTombstone) {
    int tombstones = overTombstone ? 1 : 0;
    long tombstoneBytes = (long) tombstones * tombstoneBytes(key);
    return new RowEffect(
        value,
        null,
        new VersionDelta(
            key, 1, (long) key.length() + value.length, 0, -tombstoneBytes, -tombstones));
  }

  private static RowEffect update(Key key, byte[] value, byte[] live) {
    HistoryEntry entry = new HistoryEntry(key, live);
    return new RowEffect(
        value,
        entry,
        new VersionDelta(key, 0, (long) value.length - live.length, 1, entry.byteSize(), 0));
  }

  private static RowEffect delete(Key key, byte[] live) {
    return new RowEffect(
        VersionHeader.tombstone(), new HistoryEntry(key, live), deleted(key, live.length));
  }

  /** Returns the change of statistics by the delete of a value. */
  public static VersionDelta deleted(Key key, int valueBytes) {
    return new VersionDelta(
        key,
        -1,
        -(long) (key.length() + valueBytes),
        1,
        entryBytes(key, valueBytes) + tombstoneBytes(key),
        1);
  }

  private static int entryBytes(Key key, int valueBytes) {
    return key.length()
        + HistoryLayout.KEY_SUFFIX_BYTES
        + HistoryLayout.OLD_VALUE_OFFSET
        + valueBytes;
  }

  /** Returns the bytes of a tombstone and its key. */
  private static int tombstoneBytes(Key key) {
    return key.length() + VersionHeader.BYTES;
  }

  /**
   * Entry of a superseded version in {@code HISTORY}.
   *
   * @param live the version
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  public record HistoryEntry(Key rowKey, byte[] live) {
    int byteSize() {
      return entryBytes(rowKey, live.length);
    }

    private void putTo(Batch batch, long timestamp, boolean byTombstone) {
      byte[] entry = HistoryLayout.value(live);
      HistoryLayout.setSuperseded(entry, timestamp, byTombstone);
      batch.put(Space.HISTORY, HistoryLayout.key(rowKey, VersionHeader.timestamp(live)), entry);
    }
  }
}
