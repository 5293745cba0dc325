package dev.colonnade.sql.command;

import static java.util.Objects.requireNonNull;

import java.util.SplittableRandom;

/**
 * Gaps between the rows of a sample of a table that is scanned as a whole. The sample has the shape
 * that the estimate of distinct values expects: of each three rows, the last two are neighbors. The
 * other gaps are geometrically distributed, so that these rows are independent.
 */
final class SampleGaps {
  private static final int GROUP_ROWS = 3;

  private final SplittableRandom random;

  /** Logarithm of the probability that a gap goes on; negative infinity if there are no gaps. */
  private final double continueLogarithm;

  /** Number of the next row in its group. */
  private int row;

  /**
   * Creates the gaps.
   *
   * @param share share of the rows in the sample, on average; from 1 on, all rows are included
   */
  SampleGaps(double share, SplittableRandom random) {
    if (!(share > 0)) {
      throw new IllegalArgumentException("share is not positive: share=" + share);
    }
    this.random = requireNonNull(random, "random is null");
    double skippedOfGroup = GROUP_ROWS * (1 / Math.min(share, 1) - 1);
    double meanGap = skippedOfGroup / (GROUP_ROWS - 1);
    this.continueLogarithm = Math.log(meanGap / (1 + meanGap));
  }

  /** Returns the number of rows to skip before the next row of the sample. */
  long next() {
    boolean isNeighbor = row == GROUP_ROWS - 1;
    row = (row + 1) % GROUP_ROWS;
    return isNeighbor || continueLogarithm == Double.NEGATIVE_INFINITY
        ? 0
        : (long) (Math.log1p(-random.nextDouble()) / continueLogarithm);
  }
}
