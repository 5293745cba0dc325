package dev.colonnade.mvcc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of {@code ROWS} for many keys in ascending order that mostly exist, such as the rows that
 * an UPDATE of a whole table changes. Where the keys are near each other, a step of a cursor takes
 * a fraction of the time of a key in a multi-get; where they are not, the reader uses multi-gets.
 *
 * <p>Every result reflects the store at some point in time since this reader was created. Keys in
 * any other order are permitted, and read by multi-gets. Used by one thread; close it soon.
 */
public final class AscendingRowReader implements AutoCloseable {
  /** Number of keys from which on a cursor is worth its opening. */
  private static final int CURSOR_KEYS_MIN = 64;

  /** Number of keys after which the reader decides how to read the next ones. */
  private static final int TRIAL_KEYS = 64;

  /** Number of keys that are read by multi-gets until the cursor is tried again. */
  private static final int PLAIN_KEYS = 4_096;

  /** Number of steps to a key after which a seek is cheaper. */
  private static final int STEPS_MAX = 8;

  /** Cost of a seek in steps. */
  private static final int STEPS_PER_SEEK = 12;

  /** Cost of a key in a multi-get in steps. */
  private static final int STEPS_PER_PLAIN_KEY = 10;

  private final StoreReader store;
  private final KeySpan bounds;
  private final boolean mayUseCursor;
  private @Nullable Cursor cursor;

  /** Key that was read last by the cursor; null if there was none. */
  private @Nullable Key last;

  private int trialKeys;
  private int trialSteps;

  /** Number of keys that are read by multi-gets before the next trial. */
  private int plainKeys;

  private int seekCount;

  /** True if the cursor is at {@link #last}. */
  private boolean isAtLast;

  /** True if the last key follows the one before: no key between them has a value. */
  private boolean isNext;

  /**
   * Creates a reader.
   *
   * @param bounds span that contains all keys
   * @param keyCount number of keys that will be read
   */
  public AscendingRowReader(StoreReader store, KeySpan bounds, int keyCount) {
    this.store = requireNonNull(store, "store is null");
    this.bounds = requireNonNull(bounds, "bounds is null");
    mayUseCursor = keyCount >= CURSOR_KEYS_MIN;
  }

  /** Returns the values of the keys, headers included; null where there is none. */
  public List<byte @Nullable []> read(List<Key> keys) {
    return read(keys, new boolean[keys.size()]);
  }

  /**
   * Variant of {@link #read(List)} that finds adjacent keys.
   *
   * @param isNext is set to true where a key is known to follow the key before, which was read by
   *     this call or an earlier one: both exist, and no key between them has a value other than a
   *     tombstone
   */
  public List<byte @Nullable []> read(List<Key> keys, boolean[] isNext) {
    if (!mayUseCursor) {
      return store.multiGet(Space.ROWS, keys);
    }
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    int index = 0;
    while (index < keys.size()) {
      if (plainKeys == 0) {
        values.add(stepTo(keys.get(index)));
        isNext[index] = this.isNext;
        index++;
      } else {
        int end = Math.min(keys.size(), index + plainKeys);
        values.addAll(store.multiGet(Space.ROWS, keys.subList(index, end)));
        plainKeys -= end - index;
        index = end;
        isAtLast = false;
      }
    }
    return values;
  }

  private byte @Nullable [] stepTo(Key key) {
    Cursor opened = opened();
    byte[] target = key.bytes();
    boolean isForward = last != null && last.compareTo(key) <= 0;
    isNext = isForward && isAtLast;
    int order = isForward ? steps(opened, target) : -1;
    if (order < 0) {
      isNext = false;
      seekCount++;
      trialSteps += STEPS_PER_SEEK;
      order = opened.seek(target, target.length) ? order(opened, target) : 1;
    }
    if (!opened.valid()) {
      opened.checkStatus();
    }
    last = key;
    isAtLast = order == 0;
    isNext &= isAtLast;
    endTrial();
    return order == 0 ? opened.value() : null;
  }

  /**
   * Moves the cursor forward to the first key at or above the target. Returns the order of that key
   * and the target; a negative number if it is too far away.
   */
  private int steps(Cursor opened, byte[] target) {
    if (!opened.valid()) {
      return 1; // the end was reached
    }
    int order = order(opened, target);
    for (int step = 0; step < STEPS_MAX && order < 0; step++) {
      isNext &= step == 0 || VersionHeader.isTombstone(opened.valueAddress());
      trialSteps++;
      order = opened.next() ? order(opened, target) : 1;
    }
    return order;
  }

  private static int order(Cursor at, byte[] target) {
    return NativeMemory.compareUnsigned(at.keyAddress(), at.keyLength(), target);
  }

  private void endTrial() {
    trialKeys++;
    if (trialKeys == TRIAL_KEYS) {
      if (trialSteps > TRIAL_KEYS * STEPS_PER_PLAIN_KEY) {
        plainKeys = PLAIN_KEYS;
      }
      trialKeys = 0;
      trialSteps = 0;
    }
  }

  private Cursor opened() {
    Cursor opened = cursor;
    if (opened == null) {
      opened = store.cursor(Space.ROWS, CursorOptions.over(bounds));
      cursor = opened;
    }
    return opened;
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
