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

/**
 * Reader of the keys of deletes, which finds those between which no other key has a value. It steps
 * over the keys of the store once and copies no values. One thread.
 */
public final class AdjacentDeletes {
  /**
   * Number of other values between the deleted ones that is tolerated before spans are unlikely.
   */
  private static final int TRIAL_VALUES = 64;

  /** Average number of deleted keys for each other value below which spans are unlikely. */
  private static final int KEYS_PER_VALUE_MIN = 64;

  private final KeyDeletes deletes;
  private final TombstoneSpans tombstones;
  private final int rowsMin;

  /** Adjacent keys that were read last, whose conditions hold. */
  private DeletedKeys adjacent = new DeletedKeys();

  /** Index of the first delete that was not passed on. */
  private int from;

  /** Number of values that no delete is of. */
  private long otherCount;

  /**
   * Creates a reader.
   *
   * @param tombstones spans in which no deletes are adjacent
   * @param rowsMin number of adjacent keys from which on they are passed on as such
   */
  public AdjacentDeletes(KeyDeletes deletes, TombstoneSpans tombstones, int rowsMin) {
    this.deletes = requireNonNull(deletes, "deletes is null");
    this.tombstones = requireNonNull(tombstones, "tombstones is null");
    this.rowsMin = rowsMin;
  }

  /** Receiver of the deletes. */
  public interface Visitor {
    /** Receives adjacent keys, which have values that satisfy the conditions of their deletes. */
    void adjacent(DeletedKeys keys);

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
            passAdjacent(at, visitor);
            otherCount++;
          }
          isOnKey = rows.next();
        } else if (order == 0 && isDeletable(rows, at)) {
          if (!isOfSameIndex(at)) {
            passAdjacent(at, visitor);
          }
          adjacent.add(deletes.keys().get(at), rows.valueLength());
          at++;
          isOnKey = rows.next();
        } else {
          passAdjacent(at, visitor); // nothing to delete, or a condition that does not hold
          at++;
        }
      }
      rows.checkStatus();
    }
    passAdjacent(at, visitor);
    passOthers(deletes.count(), visitor);
  }

  private boolean isDense(int at) {
    return otherCount <= TRIAL_VALUES + at / KEYS_PER_VALUE_MIN;
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
        };
  }

  /** Returns whether a key and the adjacent one before it are of one index. */
  private boolean isOfSameIndex(int at) {
    if (adjacent.count() == 0) {
      return true;
    }
    byte[] before = deletes.keys().get(at - 1).bytes();
    byte[] key = deletes.keys().get(at).bytes();
    int length = KeyLayout.COLUMNS_OFFSET;
    boolean areOfTables = before.length >= length && key.length >= length;
    return !areOfTables || Arrays.equals(before, 0, length, key, 0, length);
  }

  /** Passes the adjacent deletes before {@code at} on, if they are enough. */
  private void passAdjacent(int at, Visitor visitor) {
    if (adjacent.count() >= rowsMin) {
      passOthers(at - adjacent.count(), visitor);
      visitor.adjacent(adjacent);
      from = at;
    }
    if (adjacent.count() > 0) {
      adjacent = new DeletedKeys();
    }
  }

  private void passOthers(int to, Visitor visitor) {
    if (to > from) {
      visitor.others(
          from == 0 && to == deletes.count() ? Mutations.of(deletes) : deletes.slice(from, to));
    }
    from = to;
  }
}
