package dev.colonnade.protocol.scan;

/**
 * Credit-based flow control of a scan. The server sends a page only while it has a credit of at
 * least one page and one byte; sending a page consumes one page and the page's payload bytes, after
 * which the byte credit may be negative. {@code protocol.request.Credit} grants more of both.
 *
 * @param creditPages pages that may be sent at once
 * @param creditBytes payload bytes that may be sent at once
 * @param singlePage whether the scan ends after one page, to be resumed by another scan
 * @param trace whether the end of the scan contains a trace of the server's work
 */
public record ScanFlowControl(
    int creditPages, long creditBytes, boolean singlePage, boolean trace) {
  public ScanFlowControl {
    if (creditPages < 1 || creditBytes < 1) {
      throw new IllegalArgumentException(
          "credit is below 1: creditPages=" + creditPages + " creditBytes=" + creditBytes);
    }
  }
}
