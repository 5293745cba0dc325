package dev.colonnade.scan.page;

/**
 * What was done for a page. The time of a stage is measured around every row, so that a traced scan
 * is slower than others.
 *
 * @param keysStepped keys that the cursor came by, shown or not
 * @param versionsLookedUp how often a row was too young and the history was looked into
 * @param scannedBytes bytes of all keys and values that were come by
 * @param rowsRefused rows that the filter did not keep
 * @param cursorNanos time in the store
 * @param filterNanos time in the filter
 * @param encodeNanos time in decoding, and in writing the result
 */
public record ScanTrace(
    long keysStepped,
    long versionsLookedUp,
    long scannedBytes,
    long rowsRefused,
    long cursorNanos,
    long filterNanos,
    long encodeNanos) {

  public ScanTrace plus(ScanTrace other) {
    return new ScanTrace(
        keysStepped + other.keysStepped,
        versionsLookedUp + other.versionsLookedUp,
        scannedBytes + other.scannedBytes,
        rowsRefused + other.rowsRefused,
        cursorNanos + other.cursorNanos,
        filterNanos + other.filterNanos,
        encodeNanos + other.encodeNanos);
  }
}
