package dev.colonnade.scan.column;

import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import java.util.Arrays;

/** Dictionary positions of an enum's labels by their ranks, without boxing. */
final class EnumLabels {
  private final EnumType type;
  private final int[] ranks;

  EnumLabels(EnumType type) {
    this.type = type;
    this.ranks = type.labels().stream().mapToInt(EnumLabel::rank).toArray();
  }

  /**
   * Returns the dictionary position of the label with this rank. Throws STORE_CORRUPT if there is
   * none.
   */
  int positionOf(int rank) {
    int position = Arrays.binarySearch(ranks, rank);
    return position >= 0 ? position : type.positionOf(rank);
  }
}
