package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import org.jspecify.annotations.Nullable;

/**
 * Buffered write: uncommitted change of one key.
 *
 * @param value null to delete
 * @param condition condition on the committed value of the key, checked at commit
 * @param part whether the key is a part of a row that is counted by another key
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record BufferedWrite(byte @Nullable [] value, Condition condition, boolean part) {
  /** Delete of a key that is a part of a row. */
  static final BufferedWrite DELETED_PART = new BufferedWrite(null, Condition.ANY, true);

  /** Returns the version that is visible to the transaction; null if the key is deleted. */
  public @Nullable Version version() {
    return value == null ? null : new Version(0, value);
  }

  /**
   * Returns the value with its header as stored in {@code ROWS}; a tombstone if the key is deleted.
   */
  public byte[] stored() {
    return value == null ? VersionHeader.tombstone() : value;
  }

  /**
   * Returns whether the transaction has inserted and deleted a part: there is nothing to delete,
   * but another transaction must not have inserted it meanwhile.
   */
  static boolean isUndoneInsert(boolean part, Condition condition) {
    return part && condition == Condition.ABSENT;
  }

  /**
   * Adds the write to a batch. The pipeline sets the timestamp in the value at each attempt to
   * commit.
   */
  void addTo(Mutations mutations, Key key) {
    if (value == null && isUndoneInsert(part, condition)) {
      mutations.check(key, condition);
    } else if (value == null && part) {
      mutations.deletePart(key);
    } else if (value == null) {
      mutations.delete(key, condition);
    } else if (part) {
      mutations.putPart(key, value, condition);
    } else {
      mutations.put(key, value, condition);
    }
  }

  /** Returns the bytes of the key, the value, and the version that was read. */
  long byteSize(Key key) {
    Condition.Read read = Condition.readOf(condition);
    return (long) key.length()
        + (value == null ? 0 : value.length)
        + (read == null ? 0 : read.stored().length);
  }
}
