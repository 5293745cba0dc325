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
 * Sample of the requested keys: every {@code stride}-th key, the latest {@link #KEYS_MAX} of them.
 * Lock-free: any thread offers keys with one atomic add each; a sampled key is stored into its own
 * slot and overwrites the oldest one. A reader sees a mixture of the latest samples.
 */
final class KeySamples {
  /** Maximum number of sampled keys. */
  static final int KEYS_MAX = 256;

  /** Minimum number of sampled keys for a decision. */
  static final int KEYS_LEAST = 64;

  /**
   * Minimum share of the requests on either side of a split key; a less balanced split would not
   * help.
   */
  private static final double SHARE_LEAST = 0.25;

  private final AtomicReferenceArray<Key> slots = new AtomicReferenceArray<>(KEYS_MAX);
  private final AtomicLong offered = new AtomicLong();
  private final long stride;
  private final long startNanos;

  /**
   * Creates an empty sample.
   *
   * @param stride one of {@code stride} keys is sampled
   * @param startNanos time at which sampling starts
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
   * Returns a split key that balances the load: the start of a row within {@code span} and above
   * its start, with about as many sampled keys on either side. Returns empty if most keys belong to
   * one row, or if too few keys are sampled.
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
      boolean separates = !rows.get(below).equals(rows.get(below - 1));
      int side = Math.min(below, rows.size() - below);
      if (separates && side > bestSide && rows.get(below).compareTo(span.start()) > 0) {
        best = below;
        bestSide = side;
      }
    }
    return rows.size() < KEYS_LEAST || bestSide < SHARE_LEAST * rows.size()
        ? Optional.empty()
        : Optional.of(rows.get(best));
  }
}
