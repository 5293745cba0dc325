package dev.colonnade.split.load;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;

/**
 * Every so manieth key that is asked for, the last {@link #KEYS_MAX} of them. Lock-free: any thread
 * offers, one atomic add each; a key is kept by a plain store into a slot of its own, the oldest is
 * overwritten; whoever looks sees some mixture of the latest.
 */
final class KeySamples {
  /** So many keys are kept. */
  static final int KEYS_MAX = 256;

  /** With fewer keys nothing is decided. */
  static final int KEYS_LEAST = 64;

  /** Each side of a cut has at least so much of the requests, or it would not help. */
  private static final double SHARE_LEAST = 0.25;

  private final AtomicReferenceArray<Key> slots = new AtomicReferenceArray<>(KEYS_MAX);
  private final AtomicLong offered = new AtomicLong();
  private final long stride;
  private final long startNanos;

  /**
   * @param stride one of so many keys is kept
   */
  KeySamples(long stride, long startNanos) {
    this.stride = Math.max(1, stride);
    this.startNanos = startNanos;
  }

  void offer(Key key) {
    long number = offered.getAndIncrement();
    if (number % stride == 0) {
      slots.set((int) (number / stride % KEYS_MAX), key);
    }
  }

  long startNanos() {
    return startNanos;
  }

  /**
   * The start of a row, inside of {@code span} and above its start, that has about as many of the
   * keys on one side as on the other; none if most are of one row, or too few are known.
   */
  Optional<Key> balancedKey(KeySpan span, UnaryOperator<Key> rowStart) {
    List<Key> rows = new ArrayList<>();
    for (int slot = 0; slot < KEYS_MAX; slot++) {
      Key key = slots.get(slot);
      if (key != null && span.contains(key)) {
        rows.add(rowStart.apply(key));
      }
    }
    Collections.sort(rows);
    int best = -1;
    int bestSide = 0;
    for (int below = 1; below < rows.size(); below++) {
      boolean cuts = !rows.get(below).equals(rows.get(below - 1));
      int side = Math.min(below, rows.size() - below);
      if (cuts && side > bestSide && rows.get(below).compareTo(span.start()) > 0) {
        best = below;
        bestSide = side;
      }
    }
    return rows.size() < KEYS_LEAST || bestSide < SHARE_LEAST * rows.size()
        ? Optional.empty()
        : Optional.of(rows.get(best));
  }
}
