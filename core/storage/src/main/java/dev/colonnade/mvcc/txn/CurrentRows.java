package dev.colonnade.mvcc.txn;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.AbsentKeyReader;
import dev.colonnade.mvcc.AscendingRowReader;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.buffer.BufferedWrite;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Current committed versions of rows, whatever the snapshot of the transaction, and the versions
 * that rows had when the transaction locked them. One thread at a time.
 */
final class CurrentRows {
  /** Number of new keys from which on a look for a gap between stored keys pays off. */
  private static final int KEYS_OF_GAP_MIN = 16;

  private final TransactionContext context;
  private final RowLocks locks;
  private final IsolationLevel isolation;

  /** Maximum number of locked rows whose versions are kept until the rows are written. */
  private static final int KEPT_ROWS_MAX = 64;

  /** Maximum bytes of a version that is kept until the commit. */
  private static final int KEPT_BYTES_MAX = 4_096;

  /** Versions of locked rows at the time of locking. */
  private final Map<Key, Condition> versionsSeen = new HashMap<>();

  private boolean mayWait = true;

  CurrentRows(TransactionContext context, RowLocks locks, IsolationLevel isolation) {
    this.context = context;
    this.locks = locks;
    this.isolation = isolation;
  }

  /** Sets whether reads may wait for the disk and for commits that are being written. */
  void mayWait(boolean mayWaitNow) {
    mayWait = mayWaitNow;
  }

  boolean mayWait() {
    return mayWait;
  }

  /** Announces an operation that may block. */
  void beforeWaiting() {
    if (!mayWait) {
      throw new WouldBlockException();
    }
  }

  /** Returns the store; where waiting is not allowed, cached data only. */
  StoreReader store() {
    return mayWait ? context.store() : context.memory();
  }

  /** Variant of {@link #store()} that reads versions. */
  VersionedReads reads() {
    return mayWait ? context.reads() : context.memoryReads();
  }

  /** Returns the current value of a key in the store. */
  byte @Nullable [] get(Key key) {
    return decided(key, store().get(Space.ROWS, key));
  }

  /**
   * Returns the value of a key: {@code found}, or, if that belongs to a commit that is being
   * written and may still fail, the value when that is decided.
   */
  byte @Nullable [] decided(Key key, byte @Nullable [] found) {
    byte[] value = found;
    while (value != null && VersionHeader.timestamp(value) > context.reads().newest()) {
      beforeWaiting();
      context.pipeline().awaitLeader();
      value = store().get(Space.ROWS, key);
    }
    return value;
  }

  /**
   * Returns the current version of a row that has just been locked, and keeps in mind which it is.
   */
  LockedRow locked(Key key, long readTimestamp) {
    long readAt = context.reads().newest();
    byte[] present = get(key);
    boolean changed = present != null && VersionHeader.timestamp(present) > readTimestamp;
    if (changed && isolation.isSnapshot()) {
      beforeWaiting(); // the attempt with waiting reports the failure
      throw changedConcurrently(key);
    }
    Version newest = ExistenceCheck.version(present);
    if (locks.isEscalated(key)) {
      versionsSeen.remove(key); // there may be too many of them
    } else {
      versionsSeen.put(key, seen(newest, readAt));
    }
    return new LockedRow.Locked(newest, changed);
  }

  private Condition seen(@Nullable Version version, long readAt) {
    if (version == null) {
      return Condition.versionIs(Condition.VersionIs.NONE);
    }
    byte[] stored = version.value();
    return stored.length <= KEPT_BYTES_MAX && versionsSeen.size() < KEPT_ROWS_MAX
        ? Condition.versionIs(new Condition.Read(stored, readAt))
        : Condition.versionIs(version.timestamp());
  }

  /**
   * Variant of {@link #locked} for many rows. The caller writes those that exist with the versions
   * that it gets.
   */
  List<LockedRow.Locked> locked(List<Key> keys, long readTimestamp) {
    List<byte @Nullable []> found;
    try (AscendingRowReader reads =
        new AscendingRowReader(store(), KeySpan.around(keys), keys.size())) {
      found = reads.read(keys);
    }
    List<LockedRow.Locked> rows = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      byte[] present = decided(keys.get(i), found.get(i));
      boolean changed = present != null && VersionHeader.timestamp(present) > readTimestamp;
      if (changed && isolation.isSnapshot()) {
        throw changedConcurrently(keys.get(i));
      }
      rows.add(new LockedRow.Locked(ExistenceCheck.version(present), changed));
    }
    return rows;
  }

  /**
   * Returns the condition under which rows that have just been locked are deleted without being
   * read: that they are those of the transaction's view. Null if they have to be read: a key of the
   * span may have changed since the view.
   *
   * @param span span of the rows
   */
  @Nullable Condition unread(KeySpan span, long readTimestamp) {
    // A change by an earlier owner of a lock was tracked before that lock was released.
    return context.recent().isUnchanged(span, readTimestamp)
        ? Condition.versionAtMost(readTimestamp)
        : null;
  }

  /**
   * Returns the keys, of some in ascending order, that exist: for the transaction, if it has
   * written them, otherwise in the store.
   *
   * @param exists checks the value of a key in the store
   */
  Set<Key> present(List<Key> keys, WriteBuffer writes, BiPredicate<Key, byte @Nullable []> exists) {
    Set<Key> present = new HashSet<>();
    boolean isUntouched = keys.isEmpty() || writes.isUntouched(keys.getFirst(), keys.getLast());
    KeySpan bounds =
        keys.isEmpty()
            ? KeySpan.around(keys)
            : new KeySpan(keys.getFirst(), keys.getLast().successor());
    try (AbsentKeyReader reads = new AbsentKeyReader(store(), bounds)) {
      if (isUntouched && keys.size() >= KEYS_OF_GAP_MIN && reads.isBoundsEmpty()) {
        return present;
      }
      for (Key key : keys) {
        BufferedWrite own = isUntouched ? null : writes.get(key);
        boolean isPresent =
            own == null ? exists.test(key, decided(key, reads.get(key))) : own.value() != null;
        if (isPresent) {
          present.add(key);
        }
      }
    }
    return present;
  }

  /** Returns the condition that the row's version at the time of locking is still current. */
  Condition versionSeen(Key key, long readTimestamp) {
    Condition seen = versionsSeen.get(key);
    return seen == null ? Condition.versionIs(lockedVersion(key, readTimestamp)) : seen;
  }

  /**
   * Returns the current version of a locked row, which must be visible to the statement: no other
   * transaction has changed it since it was locked.
   */
  private long lockedVersion(Key key, long readTimestamp) {
    byte[] present = get(key);
    if (present != null && VersionHeader.timestamp(present) > readTimestamp) {
      throw changedConcurrently(key);
    }
    Version version = ExistenceCheck.version(present);
    return version == null ? Condition.VersionIs.NONE : version.timestamp();
  }

  /** Forgets the version of a locked row: a buffered write has the condition. */
  void written(Key key) {
    versionsSeen.remove(key);
  }

  private static ColonnadeException changedConcurrently(Key key) {
    return new ColonnadeException(
        ErrorCode.SERIALIZATION_FAILURE,
        "could not serialize access due to concurrent update key=%s".formatted(key));
  }
}
