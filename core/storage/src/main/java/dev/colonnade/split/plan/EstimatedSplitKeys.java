package dev.colonnade.split.plan;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import org.jspecify.annotations.Nullable;

/**
 * Finder of split keys by the store's size estimates, which read no data: finds the key at half of
 * the bytes by bisection, then does the same for both halves. On a worker of a fork-join pool the
 * halves run in parallel.
 */
final class EstimatedSplitKeys extends RecursiveTask<List<Key>> {
  private static final long serialVersionUID = 1L;

  /**
   * Maximum number of bisection steps: more than keys that differ within the first hundred bytes
   * need.
   */
  private static final int STEPS_MAX = 128;

  /** Divisor of the target size that yields the accepted error. */
  private static final long TOLERANCE_DIVISOR = 64;

  private final transient Store store;
  private final transient KeySpan span;
  private final int pieceCount;

  private EstimatedSplitKeys(Store store, KeySpan span, int pieceCount) {
    this.store = store;
    this.span = span;
    this.pieceCount = pieceCount;
  }

  /** Returns up to {@code pieceCount - 1} existing keys of {@code filled}, ascending. */
  static List<Key> find(Store store, KeySpan filled, int pieceCount) {
    EstimatedSplitKeys task = new EstimatedSplitKeys(store, filled, pieceCount);
    return ForkJoinTask.inForkJoinPool() ? task.invoke() : task.compute();
  }

  @Override
  protected List<Key> compute() {
    if (pieceCount < 2) {
      return List.of();
    }
    int leftCount = pieceCount / 2;
    Key middle = keyAt((double) leftCount / pieceCount);
    if (middle == null) {
      return List.of();
    }
    EstimatedSplitKeys left =
        new EstimatedSplitKeys(store, new KeySpan(span.start(), middle), leftCount);
    EstimatedSplitKeys right =
        new EstimatedSplitKeys(store, new KeySpan(middle, span.end()), pieceCount - leftCount);
    boolean forks = ForkJoinTask.inForkJoinPool();
    if (forks) {
      left.fork();
    }
    List<Key> rightKeys = right.compute();
    List<Key> keys = new ArrayList<>(forks ? left.join() : left.compute());
    keys.add(middle);
    keys.addAll(rightKeys);
    return keys;
  }

  /**
   * Returns a key below which about this part of the span's bytes is stored; null if the span
   * cannot be split.
   */
  private @Nullable Key keyAt(double part) {
    long targetBytes = (long) (bytes(span) * part);
    long tolerance = targetBytes / TOLERANCE_DIVISOR;
    Key low = span.start();
    Key high = span.end();
    Key middle = KeyMidpoint.between(low, high);
    for (int step = 0; step < STEPS_MAX && middle != null; step++) {
      long below = bytes(new KeySpan(span.start(), middle));
      if (Math.abs(below - targetBytes) <= tolerance) {
        break;
      }
      if (below < targetBytes) {
        low = middle;
      } else {
        high = middle;
      }
      Key next = KeyMidpoint.between(low, high);
      if (next == null) {
        break;
      }
      middle = next;
    }
    return middle == null ? null : firstAt(middle);
  }

  private long bytes(KeySpan part) {
    return store.approximateBytes(Space.ROWS, part) + store.approximateBytes(Space.HISTORY, part);
  }

  /**
   * Returns the first existing key at or above {@code key}, or null if it does not split the span.
   */
  private @Nullable Key firstAt(Key key) {
    KeySpan rest = new KeySpan(key, span.end());
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(rest))) {
      cursor.seekToFirst();
      cursor.checkStatus();
      return cursor.valid() && cursor.key().compareTo(span.start()) > 0 ? cursor.key() : null;
    }
  }

  /**
   * Returns the span from the first existing key to the successor of the last one, since bisection
   * needs finite bounds.
   */
  static KeySpan filled(Store store, KeySpan span) {
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(span))) {
      if (!cursor.seekToFirst()) {
        cursor.checkStatus();
        return new KeySpan(span.start(), span.start());
      }
      Key first = cursor.key();
      cursor.seekToLast();
      cursor.checkStatus();
      return new KeySpan(first, cursor.valid() ? cursor.key().successor() : first.successor());
    }
  }
}
