package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks the visible KVs of several spans one after the other, in either direction: backward, the
 * last span comes first. Each span has a cursor of its own, so that its bounds are kept by the
 * store and no key need be looked at. Not safe for use by several threads.
 */
final class SpanCursor implements AutoCloseable {
  /** After how many deleted keys in a row the cursor comes back to its user. */
  static final int SKIPS_MAX = 4096;

  private final ReadView view;
  private final List<KeySpan> spans;
  private final boolean reverse;

  /** How many spans were begun; in the order in which they are walked. */
  private int begun;

  private @Nullable VersionCursor cursor;

  // What cursors that are closed have counted.
  private long keysSteppedBefore;
  private long versionsLookedUpBefore;
  private long bytesScannedBefore;

  SpanCursor(ReadView view, List<KeySpan> spans, boolean reverse) {
    this.view = requireNonNull(view, "view is null");
    this.spans = List.copyOf(requireNonNull(spans, "spans is null"));
    this.reverse = reverse;
  }

  boolean isReverse() {
    return reverse;
  }

  /** Moves to the next visible KV, the first time to the first. Returns whether there is one. */
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
    while (begun < spans.size()) {
      closeCursor();
      KeySpan span = spans.get(reverse ? spans.size() - 1 - begun : begun);
      begun++;
      if (span.isEmpty()) {
        continue;
      }
      VersionCursor opened = view.cursor(span);
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
   * Whether the last move stopped in the middle of many deleted keys; {@link #key} is the next one
   * to look at.
   */
  boolean paused() {
    return cursor != null && cursor.paused();
  }

  /** The cursor on the present KV. */
  VersionCursor kv() {
    return requireNonNull(cursor, "cursor is on no key");
  }

  /** A copy of the key of this position. */
  Key key() {
    return kv().key();
  }

  /** How many spans were begun: with this, {@link #remaining} knows which of them is meant. */
  int begun() {
    return begun;
  }

  /**
   * What is left when everything in front of a place is done.
   *
   * @param begunThere how many spans were begun at that place
   * @param from the first key that is left of its span; backward, the key behind the last
   */
  List<KeySpan> remaining(int begunThere, Key from) {
    int left = spans.size() - begunThere;
    List<KeySpan> remaining = new ArrayList<>(left + 1);
    if (reverse) {
      remaining.addAll(spans.subList(0, left));
      KeySpan present = spans.get(left);
      addPart(remaining, present.start(), Key.min(from, present.end()));
    } else {
      KeySpan present = spans.get(begunThere - 1);
      addPart(remaining, Key.max(from, present.start()), present.end());
      remaining.addAll(spans.subList(begunThere, spans.size()));
    }
    remaining.removeIf(KeySpan::isEmpty);
    return List.copyOf(remaining);
  }

  private static void addPart(List<KeySpan> to, Key start, Key end) {
    if (start.compareTo(end) < 0) {
      to.add(new KeySpan(start, end));
    }
  }

  /** Keys that were come by, shown or not. */
  long keysStepped() {
    return keysSteppedBefore + (cursor == null ? 0 : cursor.keysStepped());
  }

  /** How often the history had to be looked into. */
  long versionsLookedUp() {
    return versionsLookedUpBefore + (cursor == null ? 0 : cursor.versionsLookedUp());
  }

  /** Bytes of keys and values that were come by. */
  long bytesScanned() {
    return bytesScannedBefore + (cursor == null ? 0 : cursor.bytesScanned());
  }

  /** The part of {@link #bytesScanned} that is the present KV's own. */
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
