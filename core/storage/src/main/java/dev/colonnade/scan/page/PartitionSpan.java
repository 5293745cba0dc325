package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.trace.Span;
import org.jspecify.annotations.Nullable;

/**
 * Span of a partition of a scan, which is one range or several neighboring ones, from its first
 * page to its last one. Confined to the thread that scans the partition.
 */
public final class PartitionSpan {
  private final Span parent;
  private final Subject subject;
  private final NanoTicker ticker;
  private @Nullable Span span;
  private boolean hasBegun;
  private long pageStartNanos;
  private long lastEndNanos;
  private long busyNanos;
  private long pages;
  private long rows;
  private long scannedBytes;

  /**
   * Scanned part of an index.
   *
   * @param rangeId id of the first range
   * @param rangeCount number of ranges
   */
  public record Subject(long tableId, int indexId, long rangeId, int rangeCount) {}

  public PartitionSpan(Span parent, Subject subject, NanoTicker ticker) {
    this.parent = requireNonNull(parent, "parent is null");
    this.subject = requireNonNull(subject, "subject is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /** Notes that a page begins. */
  public void beginPage() {
    pageStartNanos = ticker.nanos();
    if (!hasBegun) {
      hasBegun = true;
      span = parent.child("scan", pageStartNanos);
    }
  }

  /** Notes the end of a page. */
  public void endPage(ScanPage page) {
    lastEndNanos = ticker.nanos();
    busyNanos += lastEndNanos - pageStartNanos;
    pages++;
    rows += page.rowCount();
    scannedBytes += page.usage().scannedBytes();
  }

  /** Ends the span at the end of the last page. Idempotent. */
  public void end() {
    Span ended = span;
    span = null;
    if (ended != null) {
      ended
          .set("colonnade.table.id", subject.tableId())
          .set("colonnade.index.id", subject.indexId())
          .set("colonnade.range.id", subject.rangeId())
          .set("colonnade.range.count", subject.rangeCount())
          .set("colonnade.scan.pages", pages)
          .set("colonnade.scan.rows", rows)
          .set("colonnade.scan.bytes", scannedBytes)
          .set("colonnade.scan.busy_us", busyNanos / 1_000)
          .end(pages == 0 ? ticker.nanos() : lastEndNanos);
    }
  }
}
