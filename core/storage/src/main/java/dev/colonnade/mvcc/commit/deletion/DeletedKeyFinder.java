package dev.colonnade.mvcc.commit.deletion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.conflict.TombstoneSpans;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.KeyDeletes;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Reader of the keys of deletes, which finds those whose values can be deleted without a write for
 * each: adjacent ones, between which no other key has a value, and lists of others, if they are not
 * a small part of the keys. It steps over the keys of the store once and copies no values. One
 * thread.
 */
public final class DeletedKeyFinder {
  /** Number of other values between the deleted ones that is always tolerated. */
  private static final int TRIAL_VALUES = 64;

  /**
   * Number of other values for each deleted key above which single deletes are cheaper, for the
   * commit and for readers of the history of a list.
   */
  private static final int VALUES_PER_KEY_MAX = 16;

  private final KeyDeletes deletes;
  private final TombstoneSpans tombstones;
  private final int rowsMin;

  /** Deletes whose keys were found. */
  private final BitSet isFound = new BitSet();

  /** Keys that were found last, of one index. */
  private DeletedKeys found = new DeletedKeys();

  /** Index of the delete of the first of these keys. */
  private int foundFrom;

  /** Index of the delete from which on the keys found are adjacent. */
  private int adjacentFrom;

  /** Number of the keys found that are adjacent: the last ones. */
  private int adjacentCount;

  /** Number of values that no delete is of. */
  private long otherCount;

  /**
   * Creates a reader.
   *
   * @param tombstones spans in which every delete is one of {@link Visitor#others}
   * @param rowsMin number of keys from which on they are passed on as adjacent ones or as a list
   */
  public DeletedKeyFinder(KeyDeletes deletes, TombstoneSpans tombstones, int rowsMin) {
    this.deletes = requireNonNull(deletes, "deletes is null");
    this.tombstones = requireNonNull(tombstones, "tombstones is null");
    this.rowsMin = rowsMin;
  }

  /** Receiver of the deletes. */
  public interface Visitor {
    /** Receives keys of one index with values that satisfy the conditions of their deletes. */
    void found(DeletedKeys keys);

    /** Receives other deletes, whose conditions have to be checked. */
    void others(Mutations others);
  }

  /**
   * Passes on all deletes.
   *
   * @param store to which nothing else is written meanwhile
   */
  public void forEach(StoreReader store, Visitor visitor) {
    int at = 0;
    KeySpan bounds = KeySpan.around(deletes.keys());
    try (Cursor rows = store.cursor(Space.ROWS, CursorOptions.over(bounds))) {
      boolean isOnKey = rows.seekToFirst();
      while (isOnKey && at < deletes.count() && isDense(at)) {
        int order = order(rows, at);
        if (order < 0) {
          if (isValue(rows)) {
            endAdjacent(at, visitor);
            otherCount++;
          }
          isOnKey = rows.next();
        } else if (order == 0 && isDeletable(rows, at)) {
          if (!isOfSameIndex(at)) {
            passFound(at, visitor);
          }
          find(at, rows.valueLength());
          at++;
          isOnKey = rows.next();
        } else {
          endAdjacent(at, visitor); // nothing to delete, or a condition that does not hold
          at++;
        }
      }
      rows.checkStatus();
    }
    passFound(at, visitor);
    passOthers(visitor);
  }

  private boolean isDense(int at) {
    return otherCount <= TRIAL_VALUES + (long) VALUES_PER_KEY_MAX * at;
  }

  private int order(Cursor rows, int at) {
    byte[] key = deletes.keys().get(at).bytes();
    return NativeMemory.compareUnsigned(rows.keyAddress(), rows.keyLength(), key);
  }

  private static boolean isValue(Cursor rows) {
    VersionHeader.requireComplete(rows.valueLength());
    return !VersionHeader.isTombstone(rows.valueAddress());
  }

  private boolean isDeletable(Cursor rows, int at) {
    return isValue(rows)
        && !tombstones.contains(deletes.keys().get(at))
        && switch (deletes.condition(at)) {
          case Condition.Always _ -> true;
          case Condition.Presence presence -> presence == Condition.Presence.PRESENT;
          case Condition.VersionIs(long expected, _) ->
              VersionHeader.timestamp(rows.valueAddress()) == expected;
          case Condition.VersionAtMost(long expected) ->
              VersionHeader.timestamp(rows.valueAddress()) <= expected;
        };
  }

  /** Returns whether a key and the one found before it are of one index. */
  private boolean isOfSameIndex(int at) {
    if (found.count() == 0) {
      return true;
    }
    byte[] before = found.last().bytes();
    byte[] key = deletes.keys().get(at).bytes();
    int length = KeyLayout.COLUMNS_OFFSET;
    boolean areOfTables = before.length >= length && key.length >= length;
    return !areOfTables || Arrays.equals(before, 0, length, key, 0, length);
  }

  private void find(int at, int valueBytes) {
    if (found.count() == 0) {
      foundFrom = at;
    }
    if (adjacentCount == 0) {
      adjacentFrom = at;
    }
    found.add(deletes.keys().get(at), valueBytes, adjacentCount > 0);
    adjacentCount++;
    isFound.set(at);
  }

  /** Passes the adjacent keys before a delete on, if they are many, after those found before. */
  private void endAdjacent(int at, Visitor visitor) {
    if (adjacentCount >= rowsMin) {
      DeletedKeys adjacent = found.splitAt(found.count() - adjacentCount);
      passListed(adjacentFrom, visitor);
      visitor.found(adjacent);
      foundFrom = at;
    }
    adjacentCount = 0;
  }

  private void passFound(int at, Visitor visitor) {
    endAdjacent(at, visitor);
    passListed(at, visitor);
  }

  /** Passes the keys found before a delete on, if they are many. */
  private void passListed(int at, Visitor visitor) {
    if (found.count() >= rowsMin) {
      found.complete();
      visitor.found(found);
    } else {
      isFound.clear(foundFrom, at);
    }
    found = new DeletedKeys();
    foundFrom = at;
  }

  private void passOthers(Visitor visitor) {
    int count = deletes.count() - isFound.cardinality();
    if (count == deletes.count()) {
      visitor.others(Mutations.of(deletes));
    } else if (count > 0) {
      KeyDeletes others = new KeyDeletes(deletes.role());
      for (int i = isFound.nextClearBit(0); i < deletes.count(); i = isFound.nextClearBit(i + 1)) {
        others.add(deletes.keys().get(i), deletes.condition(i));
      }
      visitor.others(Mutations.of(others));
    }
  }
}
