package dev.colonnade.scan.page;

/**
 * Trace of the work for a page. The time of a stage is measured around every row, so that tracing
 * slows a scan down.
 *
 * @param keysStepped keys that the cursor stepped over, visible or not
 * @param versionsLookedUp lookups in the version history, for rows newer than the read timestamp
 * @param scannedBytes bytes of all keys and values that were read
 * @param rowsRefused rows that the filter rejected
 * @param cursorNanos time in the store
 * @param filterNanos time in the filter
 * @param encodeNanos time in decoding and in writing the result
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
