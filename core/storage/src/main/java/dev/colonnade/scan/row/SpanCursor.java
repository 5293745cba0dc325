package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.store.CursorOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the visible KVs of several spans, in either direction; in a reverse scan, the last
 * span comes first. Each span has its own store cursor, so that the store enforces the bounds and
 * no key comparison is needed. Not thread-safe.
 */
final class SpanCursor implements AutoCloseable {
  /** Consecutive deleted keys after which the cursor pauses. */
  static final int SKIPS_MAX = 4096;

  private final ReadView view;
  private final List<KeySpan> spans;
  private final boolean reverse;
  private final boolean fillsCache;

  /** Number of started spans, in scan order. */
  private int spansStarted;

  private @Nullable VersionCursor cursor;

  // Counters of the closed cursors.
  private long keysSteppedBefore;
  private long versionsLookedUpBefore;
  private long bytesScannedBefore;

  /**
   * Creates a cursor in front of the first KV.
   *
   * @param fillsCache whether blocks of table files that are read are kept in memory
   */
  SpanCursor(ReadView view, List<KeySpan> spans, boolean reverse, boolean fillsCache) {
    this.view = requireNonNull(view, "view is null");
    this.spans = List.copyOf(requireNonNull(spans, "spans is null"));
    this.reverse = reverse;
    this.fillsCache = fillsCache;
  }

  boolean isReverse() {
    return reverse;
  }

  /**
   * Moves to the next visible KV, initially to the first. Returns false at the end and at a pause.
   */
  boolean advance() {
    VersionCursor present = cursor;
    if (present != null) {
      if (move(present)) {
        return true;
      }
      if (present.paused()) {
        return false;
      }
    }
    return advanceToNextSpan();
  }

  private boolean move(VersionCursor present) {
    if (present.paused()) {
      return present.proceed();
    }
    return reverse ? present.prev() : present.next();
  }

  private boolean advanceToNextSpan() {
    while (spansStarted < spans.size()) {
      closeCursor();
      KeySpan span = spans.get(reverse ? spans.size() - 1 - spansStarted : spansStarted);
      spansStarted++;
      if (span.isEmpty()) {
        continue;
      }
      CursorOptions options = CursorOptions.over(span);
      VersionCursor opened = view.cursor(fillsCache ? options : options.withoutFillingCache());
      cursor = opened;
      opened.pauseAfterSkips(SKIPS_MAX);
      if ((reverse ? opened.seekToLast() : opened.seekToFirst()) || opened.paused()) {
        return opened.valid();
      }
    }
    closeCursor();
    return false;
  }

  /**
   * Returns whether the last move paused among many deleted keys; {@link #key} is the next key to
   * read.
   */
  boolean paused() {
    return cursor != null && cursor.paused();
  }

  /** Returns the store cursor, on the current KV. */
  VersionCursor kv() {
    return requireNonNull(cursor, "cursor is on no key");
  }

  /** Returns a copy of the key at this position. */
  Key key() {
    return kv().key();
  }

  /**
   * Returns the number of started spans, which identifies a position's span for {@link #remaining}.
   */
  int spansStarted() {
    return spansStarted;
  }

  /**
   * Returns the spans still to be read from a position on.
   *
   * @param spansStartedThere number of started spans at that position
   * @param from first remaining key of its span; in a reverse scan, the exclusive end of the
   *     remaining keys
   */
  List<KeySpan> remaining(int spansStartedThere, Key from) {
    int left = spans.size() - spansStartedThere;
    List<KeySpan> remaining = new ArrayList<>(left + 1);
    if (reverse) {
      remaining.addAll(spans.subList(0, left));
      KeySpan present = spans.get(left);
      addPart(remaining, present.start(), Key.min(from, present.end()));
    } else {
      KeySpan present = spans.get(spansStartedThere - 1);
      addPart(remaining, Key.max(from, present.start()), present.end());
      remaining.addAll(spans.subList(spansStartedThere, spans.size()));
    }
    remaining.removeIf(KeySpan::isEmpty);
    return List.copyOf(remaining);
  }

  private static void addPart(List<KeySpan> to, Key start, Key end) {
    if (start.compareTo(end) < 0) {
      to.add(new KeySpan(start, end));
    }
  }

  /** Returns the keys stepped over, visible or not. */
  long keysStepped() {
    return keysSteppedBefore + (cursor == null ? 0 : cursor.keysStepped());
  }

  /** Returns the number of lookups in the version history. */
  long versionsLookedUp() {
    return versionsLookedUpBefore + (cursor == null ? 0 : cursor.versionsLookedUp());
  }

  /** Returns the bytes of all keys and values that were read. */
  long bytesScanned() {
    return bytesScannedBefore + (cursor == null ? 0 : cursor.bytesScanned());
  }

  /** Returns the current KV's share of {@link #bytesScanned}. */
  long positionBytes() {
    return cursor == null ? 0 : cursor.positionBytes();
  }

  private void closeCursor() {
    VersionCursor present = cursor;
    if (present != null) {
      keysSteppedBefore += present.keysStepped();
      versionsLookedUpBefore += present.versionsLookedUp();
      bytesScannedBefore += present.bytesScanned();
      present.close();
      cursor = null;
    }
  }

  @Override
  public void close() {
    closeCursor();
  }
}
