package dev.colonnade.server.config.load;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Search for the known key that is nearest to an unknown one, for error messages. */
final class NearestKey {
  /** Maximum edit distance at which a known key is suggested. */
  private static final int DISTANCE_MAX = 8;

  private NearestKey() {}

  /** Returns the nearest key of {@code known}, if it is near enough. */
  public static Optional<String> of(String key, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(other -> distance(key, other)))
        .filter(other -> distance(key, other) <= Math.min(DISTANCE_MAX, key.length() / 2));
  }

  /** Returns the Levenshtein distance: the number of letters to insert, delete or replace. */
  private static int distance(String left, String right) {
    int[] previous = new int[right.length() + 1];
    Arrays.setAll(previous, i -> i);
    for (int i = 1; i <= left.length(); i++) {
      int[] current = new int[right.length() + 1];
      current[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
        current[j] = Math.min(previous[j - 1] + change, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[right.length()];
  }
}
