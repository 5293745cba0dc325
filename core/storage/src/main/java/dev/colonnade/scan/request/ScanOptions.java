package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

/**
 * Options of a scan.
 *
 * @param ordered whether rows are returned in key order; if not, partitions are scanned
 *     concurrently and their pages are returned as they are ready
 * @param trace whether pages have a {@code ScanTrace}, which slows the scan down
 */
public record ScanOptions(Direction direction, boolean ordered, PageFormat format, boolean trace) {
  /** Forward, in order, as Arrow columns. */
  public static final ScanOptions DEFAULT =
      new ScanOptions(Direction.FORWARD, true, PageFormat.COL_BATCH, false);

  public ScanOptions {
    requireNonNull(direction, "direction is null");
    requireNonNull(format, "format is null");
  }

  public ScanOptions withDirection(Direction other) {
    return new ScanOptions(other, ordered, format, trace);
  }

  public ScanOptions withOrdered(boolean other) {
    return new ScanOptions(direction, other, format, trace);
  }

  public ScanOptions withFormat(PageFormat other) {
    return new ScanOptions(direction, ordered, other, trace);
  }

  public ScanOptions withTrace(boolean other) {
    return new ScanOptions(direction, ordered, format, other);
  }

  public boolean isReverse() {
    return direction == Direction.REVERSE;
  }
}
