package dev.colonnade.sql.function.library;

/** Ranks of a hypothetical row of a group, from counts of the rows of the group. */
public final class RankFunctions {
  private RankFunctions() {}

  /** Returns the rank of a row behind {@code before} rows, or distinct rows. */
  public static long rankBehind(long before) {
    return before + 1;
  }

  /** Returns the relative rank, from 0 to 1, of a row behind some of the rows; 0 without rows. */
  public static double percentRank(long before, long rows) {
    return rows == 0 ? 0 : (double) before / rows;
  }

  /** Returns the share of the rows that are not behind the hypothetical one, itself among them. */
  public static double cumulativeShare(long notBehind, long rows) {
    return (double) (notBehind + 1) / (rows + 1);
  }
}
