package dev.colonnade.mvcc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads what keys of {@code ROWS} hold, of which most are thought to hold nothing: rows that are to
 * be inserted. Who looks for a key that is not there is told which one stands next above it, and
 * then knows of all keys in between; so a thousand new keys in a row cost one look.
 *
 * <p>Begins with plain reads, since few keys are not worth a cursor, and goes back to them where
 * keys come in no order. Each answer is of some moment since it was made. One thread; close it
 * soon.
 */
public final class GapReads implements AutoCloseable {
  /** So many keys are read one by one before a cursor is opened. */
  private static final int PLAIN_READS = 8;

  /** So many moves of the cursor are made before it is asked whether they are worth it. */
  private static final int TRIAL_MOVES = 64;

  /** So many other reads, at least, a move has to spare: it costs as much as two of them. */
  private static final int SPARED_PER_MOVE_MIN = 2;

  private final StoreReader store;
  private final KeySpan bounds;
  private @Nullable Cursor cursor;

  /** There is nothing from here up to, but not at, the other; nothing is known if they are one. */
  private Key gapStart = Key.EMPTY;

  private Key gapEnd = Key.EMPTY;
  private int askedCount;
  private int sparedCount;
  private int moveCount;

  /**
   * Reads of a store.
   *
   * @param bounds where the keys lie; others are read one by one. The narrower, the better: a look
   *     goes over all that was cleared and not yet compacted before the next key in them
   */
  public GapReads(StoreReader store, KeySpan bounds) {
    this.store = requireNonNull(store, "store is null");
    this.bounds = requireNonNull(bounds, "bounds is null");
  }

  /** What the key holds, header included; null if there is nothing, not even a tombstone. */
  public byte @Nullable [] get(Key key) {
    askedCount++;
    if (askedCount <= PLAIN_READS || !bounds.contains(key)) {
      return store.get(Space.ROWS, key);
    }
    if (gapStart.compareTo(key) <= 0 && key.compareTo(gapEnd) < 0) {
      sparedCount++;
      return null;
    }
    boolean isInVain =
        moveCount >= TRIAL_MOVES && sparedCount < (long) moveCount * SPARED_PER_MOVE_MIN;
    return isInVain ? store.get(Space.ROWS, key) : move(key);
  }

  private byte @Nullable [] move(Key key) {
    moveCount++;
    Cursor moved = cursor;
    if (moved == null) {
      moved = store.cursor(Space.ROWS, CursorOptions.over(bounds));
      cursor = moved;
    }
    Key found = bounds.end();
    if (moved.seek(key)) {
      found = moved.key();
    } else {
      moved.checkStatus();
    }
    if (found.equals(key)) {
      return moved.value();
    }
    gapStart = key;
    gapEnd = found;
    return null;
  }

  /** How often the cursor was moved. */
  int moveCount() {
    return moveCount;
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
  }
}
