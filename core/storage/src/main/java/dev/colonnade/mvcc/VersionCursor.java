package dev.colonnade.mvcc;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bidirectional cursor over the visible versions of a span at a read timestamp. It exposes the
 * address of each value and skips keys without a visible version.
 *
 * <p>The cursor iterates over {@code ROWS} only. A row whose timestamp is at or below the read
 * timestamp is returned as it is, which costs one load and one compare more than the plain cursor.
 * For a younger row the visible version is looked up in {@code HISTORY} by a second cursor, which
 * is opened on first use.
 *
 * <p><b>Consistency.</b> Let R be the read timestamp, S the state of the store that the rows cursor
 * sees, and H the later state that the history cursor sees. R was published before the rows cursor
 * was opened, so S contains every commit up to R, and the view that opened the cursor has R pinned.
 * Take any key.
 *
 * <ul>
 *   <li><i>It is in S with a timestamp t at or below R.</i> Commits of one key are applied in the
 *       order of their timestamps, and all up to R are in S, so there is none between t and R: this
 *       is the version visible at R. (If it is a tombstone, there was none.)
 *   <li><i>It is in S with a timestamp t above R.</i> If a version was visible at R, it was
 *       superseded by some commit at t' with R &lt; t' &lt;= t, which moved it to {@code HISTORY}
 *       in the same batch. That batch is in S, because t is and t' is not later; so it is in H,
 *       unless the collector removed it. The collector removes what was superseded at or before a
 *       point that is at most R while R is pinned, and t' is above R. So it is in H. Of this key's
 *       entries in H at or below R, the newest is the one; if that was superseded at or before R, a
 *       delete followed it and nothing was visible. Entries that were added between S and H do not
 *       matter: they are versions committed at t or later.
 *   <li><i>It is not in S.</i> Either it was never written up to S, or the collector removed its
 *       tombstone. The latter happens only at or below a point that is at most R for as long as R
 *       is pinned, and before that the horizon, which was at most R when R was pinned: the delete
 *       was at or before R. Either way nothing was visible at R.
 * </ul>
 *
 * <p>So neither a snapshot of the store nor a refresh of either cursor is needed; only the order
 * matters: rows first, history later.
 *
 * <p><b>Addresses are unstable</b>: valid until the next move. Not safe for concurrent use. At the
 * end of the span a move returns false; an error of the store is thrown by the move that encounters
 * it.
 */
public final class VersionCursor implements AutoCloseable {
  private static final int NO_GAP = -1;

  private final StoreReader store;
  private final CursorOptions options;
  private final long readTimestamp;
  private final Cursor rows;

  private @Nullable Cursor history;
  private Key historyEnd = Key.EMPTY;
  private byte[] target = new byte[64];

  /**
   * Beginning of a gap of the history, which ends before the position of the history cursor: its
   * bytes, and their number; negative if there is none.
   */
  private byte[] gapStart = new byte[64];

  private int gapStartLength = NO_GAP;

  private boolean valid;
  private long valueAddress;
  private int valueLength;

  private int skipsMax = Integer.MAX_VALUE;
  private boolean paused;
  private boolean backward;

  private long keysStepped;
  private long positionStartBytes;
  private long versionsLookedUp;
  private long bytesScanned;

  VersionCursor(StoreReader store, CursorOptions options, long readTimestamp) {
    this.store = store;
    this.options = options;
    this.readTimestamp = readTimestamp;
    rows = store.cursor(Space.ROWS, options);
  }

  /**
   * Moves to the first key of the span that has a visible value. Returns whether such a key exists.
   */
  public boolean seekToFirst() {
    return settleForward(rows.seekToFirst());
  }

  /** Moves to the last key of the span that has a visible value. */
  public boolean seekToLast() {
    return settleBackward(rows.seekToLast());
  }

  /** Moves to the first key at or above {@code key} that has a visible value. */
  public boolean seek(Key key) {
    return settleForward(rows.seek(key));
  }

  /** Moves to the last key at or below {@code key} that has a visible value. */
  public boolean seekForPrev(Key key) {
    return settleBackward(rows.seekForPrev(key));
  }

  /** Moves to the next key that has a visible value. */
  public boolean next() {
    return settleForward(rows.next());
  }

  /** Moves to the previous key that has a visible value. */
  public boolean prev() {
    return settleBackward(rows.prev());
  }

  /**
   * Limits the keys without a visible value that a later move skips. A move that would skip more
   * returns false and is {@link #paused}, so that the caller can interrupt a move over a long
   * sequence of tombstones.
   */
  public void pauseAfterSkips(int keys) {
    if (keys < 1) {
      throw new IllegalArgumentException("pause after less than one key keys=" + keys);
    }
    skipsMax = keys;
  }

  /**
   * Returns whether the last move stopped early. The cursor is then not valid, but {@link #key} is
   * the first key that was not examined, and {@link #proceed} resumes with it.
   */
  public boolean paused() {
    return paused;
  }

  /** Resumes a paused move in its direction. */
  public boolean proceed() {
    if (!paused) {
      throw new IllegalStateException("the last move was not paused");
    }
    return backward ? settleBackward(true) : settleForward(true);
  }

  /** Returns whether the cursor is positioned on a key. */
  public boolean valid() {
    return valid;
  }

  /** Returns the address of the key. */
  public long keyAddress() {
    return rows.keyAddress();
  }

  /** Returns the length of the key in bytes. */
  public int keyLength() {
    return rows.keyLength();
  }

  /** Returns the address of the visible value, header included. */
  public long valueAddress() {
    assert valid : "no value at an invalid position";
    return valueAddress;
  }

  /** Returns the length of the visible value in bytes, header included. */
  public int valueLength() {
    assert valid : "no value at an invalid position";
    return valueLength;
  }

  /** Returns the commit timestamp of the visible value. */
  public long timestamp() {
    assert valid : "no value at an invalid position";
    return VersionHeader.timestamp(valueAddress);
  }

  /** Returns a copy of the key. */
  public Key key() {
    return rows.key();
  }

  /** Returns a copy of the visible value, header included. */
  public byte[] value() {
    return NativeMemory.bytes(valueAddress(), valueLength);
  }

  /**
   * Returns the number of keys that the cursor has stepped over since it was opened, visible or
   * not.
   */
  public long keysStepped() {
    return keysStepped;
  }

  /**
   * Returns the number of keys that were changed after the read timestamp: of lookups in {@code
   * HISTORY}, and of values that were deleted later in spans.
   */
  public long versionsLookedUp() {
    return versionsLookedUp + rows.laterDeletes();
  }

  /**
   * Returns the bytes of the keys and values that the cursor has read, in {@code ROWS} and in
   * {@code HISTORY}.
   */
  public long bytesScanned() {
    return bytesScanned;
  }

  /** Returns the part of {@link #bytesScanned} that belongs to the current position. */
  public long positionBytes() {
    return bytesScanned - positionStartBytes;
  }

  /** Closes both cursors. Closing twice has no effect. */
  @Override
  public void close() {
    valid = false;
    rows.close();
    if (history != null) {
      history.close();
    }
  }

  private boolean settleForward(boolean onKey) {
    paused = false;
    boolean more = onKey;
    for (int skipped = 0; more; skipped++) {
      if (skipped == skipsMax) {
        return pause(false);
      }
      if (show()) {
        return true;
      }
      more = rows.next();
    }
    return end();
  }

  private boolean settleBackward(boolean onKey) {
    paused = false;
    boolean more = onKey;
    for (int skipped = 0; more; skipped++) {
      if (skipped == skipsMax) {
        return pause(true);
      }
      if (show()) {
        return true;
      }
      more = rows.prev();
    }
    return end();
  }

  private boolean pause(boolean movingBackward) {
    valid = false;
    paused = true;
    backward = movingBackward;
    return false;
  }

  private boolean end() {
    valid = false;
    rows.checkStatus();
    return false;
  }

  /**
   * Sets the value to the visible version of the key at the rows cursor's position. Returns whether
   * there is one.
   */
  private boolean show() {
    long address = rows.valueAddress();
    int length = rows.valueLength();
    VersionHeader.requireComplete(length);
    keysStepped++;
    positionStartBytes = bytesScanned;
    bytesScanned += rows.keyLength() + length;
    if (VersionHeader.timestamp(address) > readTimestamp) {
      return showFromHistory();
    }
    if (VersionHeader.isTombstone(address)) {
      return false;
    }
    valueAddress = address;
    valueLength = length;
    valid = true;
    return true;
  }

  private boolean showFromHistory() {
    versionsLookedUp++;
    Cursor entries = historyCursor();
    if (!seekVersion(entries)) {
      return false;
    }
    long address = entries.valueAddress();
    int length = entries.valueLength();
    HistoryLayout.requireComplete(length);
    bytesScanned += entries.keyLength() + length;
    if (HistoryLayout.supersededAt(address) <= readTimestamp) {
      return false;
    }
    valueAddress = address + HistoryLayout.OLD_VALUE_OFFSET;
    valueLength = length - HistoryLayout.OLD_VALUE_OFFSET;
    valid = true;
    return true;
  }

  /**
   * Moves to this key's newest version at or below the read timestamp. Returns whether there is
   * one.
   */
  private boolean seekVersion(Cursor entries) {
    int rowKeyLength = rows.keyLength();
    int targetLength = rowKeyLength + HistoryLayout.KEY_SUFFIX_BYTES;
    if (target.length < targetLength) {
      target = new byte[Math.max(targetLength, 2 * target.length)];
    }
    NativeMemory.copy(rows.keyAddress(), target, 0, rowKeyLength);
    HistoryLayout.putTimestamp(target, rowKeyLength, readTimestamp);
    boolean more = seekTarget(entries, targetLength);
    while (more && startsWithTarget(entries, rowKeyLength)) {
      if (entries.keyLength() == targetLength) {
        return true;
      }
      gapStartLength = NO_GAP;
      more = entries.next(); // an entry of a longer key that begins with this one
    }
    entries.checkStatus();
    return false;
  }

  /**
   * Moves to the first entry at or above the target. In the gap that the last seek has passed that
   * is the present position: new rows have no entries, and a seek for each of them would step over
   * all that was collected there.
   */
  private boolean seekTarget(Cursor entries, int targetLength) {
    if (gapStartLength != NO_GAP
        && Arrays.compareUnsigned(gapStart, 0, gapStartLength, target, 0, targetLength) <= 0
        && (!entries.valid()
            || NativeMemory.compareUnsigned(
                    entries.keyAddress(), entries.keyLength(), target, 0, targetLength)
                >= 0)) {
      return entries.valid();
    }
    if (gapStart.length < targetLength) {
      gapStart = new byte[target.length];
    }
    System.arraycopy(target, 0, gapStart, 0, targetLength);
    gapStartLength = targetLength;
    return entries.seek(target, targetLength);
  }

  private boolean startsWithTarget(Cursor entries, int rowKeyLength) {
    return entries.keyLength() >= rowKeyLength
        && NativeMemory.mismatch(entries.keyAddress(), target, rowKeyLength) < 0;
  }

  /**
   * Returns the history cursor, with bounds that contain all entries of the current key. The bounds
   * of the span contain them unless the key is a prefix of the span's end: the entries of such a
   * key sort after that end.
   */
  private Cursor historyCursor() {
    Key end = options.bounds().end();
    if (!end.isInfinity() && endBeginsWithRowKey(end)) {
      end = Key.max(end, rows.key().prefixEnd());
    }
    if (history != null && end.compareTo(historyEnd) <= 0) {
      return history;
    }
    if (history != null) {
      history.close();
    }
    gapStartLength = NO_GAP;
    KeySpan bounds = new KeySpan(options.bounds().start(), end);
    history =
        store.cursor(
            Space.HISTORY,
            new CursorOptions(bounds, options.fillCache(), options.readaheadBytes()));
    historyEnd = end;
    return history;
  }

  private boolean endBeginsWithRowKey(Key end) {
    int length = rows.keyLength();
    return length < end.length()
        && NativeMemory.mismatch(rows.keyAddress(), end.bytes(), length) < 0;
  }
}
