package dev.colonnade.bench.demo;

import dev.colonnade.bench.report.ReadableNumbers;

/** Text formats of answers about lineitem, common to actual and expected answers. */
final class LineItemAnswers {
  private LineItemAnswers() {}

  static String price(long rowCount, long priceCents) {
    return rows(rowCount) + ", sum(l_extendedprice) " + ReadableNumbers.cents(priceCents);
  }

  static String four(long quantityUnits, long priceCents, long returnedRowCount) {
    return "sum(l_quantity) "
        + ReadableNumbers.count(quantityUnits)
        + ", sum(l_extendedprice) "
        + ReadableNumbers.cents(priceCents)
        + ", R "
        + ReadableNumbers.count(returnedRowCount);
  }

  static String content(long rowCount, long hash) {
    return rows(rowCount) + ", hash of all values " + Long.toHexString(hash);
  }

  /**
   * Returns the answer of query 6.
   *
   * @param revenue in cents times percent
   */
  static String q6(long rowCount, long revenue) {
    return rows(rowCount)
        + ", revenue "
        + ReadableNumbers.count(revenue / 10_000)
        + String.format(java.util.Locale.ROOT, ".%04d", revenue % 10_000);
  }

  static String order(long rowCount, long hash) {
    return rows(rowCount) + ", hash of their order " + Long.toHexString(hash);
  }

  static String last(long rowCount, long firstOrderKey) {
    return rows(rowCount) + ", first order " + ReadableNumbers.count(firstOrderKey);
  }

  private static String rows(long rowCount) {
    return ReadableNumbers.count(rowCount) + " rows";
  }
}
