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
 * Point reader of {@code ROWS} for keys that are mostly absent, such as the keys of rows about to
 * be inserted. A lookup of an absent key returns the next key above it, and thereby proves that all
 * keys in between are absent: a thousand new keys in sequence cost one seek.
 *
 * <p>The first keys are read by plain gets, because few keys are not worth a cursor. The reader
 * returns to plain gets when keys arrive in no order. Each result reflects the store at some point
 * in time since this reader was created. Used by one thread; close it soon.
 */
public final class AbsentKeyReader implements AutoCloseable {
  /** Number of keys that are read by plain gets before a cursor is opened. */
  private static final int PLAIN_READS = 8;

  /** Number of seeks after which the reader begins to check whether seeks pay off. */
  private static final int TRIAL_SEEKS = 64;

  /** Minimum number of gets that a seek must save on average: a seek costs as much as two gets. */
  private static final int SAVED_GETS_PER_SEEK_MIN = 2;

  private final StoreReader store;
  private final KeySpan bounds;
  private @Nullable Cursor cursor;

  /** Start of the known gap, inclusive; no gap is known if it equals {@link #gapEnd}. */
  private Key gapStart = Key.EMPTY;

  /** End of the known gap, exclusive. */
  private Key gapEnd = Key.EMPTY;

  private int getCount;
  private int savedGetCount;
  private int seekCount;

  /**
   * Creates a reader of a store.
   *
   * @param bounds span of the expected keys; keys outside of it are read by plain gets. Narrow
   *     bounds are faster: a seek steps over all deleted and not yet compacted entries before the
   *     next key within the bounds
   */
  public AbsentKeyReader(StoreReader store, KeySpan bounds) {
    this.store = requireNonNull(store, "store is null");
    this.bounds = requireNonNull(bounds, "bounds is null");
  }

  /** Returns whether no key of the bounds exists, not even as a tombstone. */
  public boolean isBoundsEmpty() {
    Cursor opened = opened();
    boolean isEmpty = !opened.seekToFirst();
    opened.checkStatus();
    return isEmpty;
  }

  private Cursor opened() {
    Cursor opened = cursor;
    if (opened == null) {
      opened = store.cursor(Space.ROWS, CursorOptions.over(bounds));
      cursor = opened;
    }
    return opened;
  }

  /** Returns the value of the key, header included; null if there is none, not even a tombstone. */
  public byte @Nullable [] get(Key key) {
    getCount++;
    if (getCount <= PLAIN_READS || !bounds.contains(key)) {
      return store.get(Space.ROWS, key);
    }
    if (gapStart.compareTo(key) <= 0 && key.compareTo(gapEnd) < 0) {
      savedGetCount++;
      return null;
    }
    boolean isTooExpensive =
        seekCount >= TRIAL_SEEKS && savedGetCount < (long) seekCount * SAVED_GETS_PER_SEEK_MIN;
    return isTooExpensive ? store.get(Space.ROWS, key) : seek(key);
  }

  private byte @Nullable [] seek(Key key) {
    seekCount++;
    Cursor opened = opened();
    Key found = bounds.end();
    if (opened.seek(key)) {
      found = opened.key();
    } else {
      opened.checkStatus();
    }
    if (found.equals(key)) {
      return opened.value();
    }
    gapStart = key;
    gapEnd = found;
    return null;
  }

  /** Returns the number of seeks. */
  int seekCount() {
    return seekCount;
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
  }
}
