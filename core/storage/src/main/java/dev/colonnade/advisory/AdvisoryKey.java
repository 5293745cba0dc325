package dev.colonnade.advisory;

/**
 * What is locked. One number and two numbers are different things, also where their bits are the
 * same.
 *
 * @param databaseId sessions of different databases never meet
 * @param value the number, or the first of two in the upper half
 */
public record AdvisoryKey(int databaseId, boolean isPair, long value) {
  /** A number of eight bytes. */
  public static AdvisoryKey of(int databaseId, long value) {
    return new AdvisoryKey(databaseId, false, value);
  }

  /** Two numbers of four bytes. */
  public static AdvisoryKey of(int databaseId, int first, int second) {
    return new AdvisoryKey(
        databaseId, true, (long) first << Integer.SIZE | Integer.toUnsignedLong(second));
  }
}
