package dev.colonnade.protocol.scan;

/**
 * How pages flow. The server sends a page only while it holds a credit for a page and at least one
 * byte of credit; sending takes one page and the page's payload bytes, which may leave the bytes
 * below zero. {@code protocol.request.Credit} grants more of both.
 *
 * @param creditPages pages that may be sent at once
 * @param creditBytes payload bytes that may be sent at once
 * @param singlePage whether the scan ends after one page, to be resumed by another scan
 * @param trace whether the end of the scan tells what the server did for it
 */
public record ScanFlow(int creditPages, long creditBytes, boolean singlePage, boolean trace) {
  public ScanFlow {
    if (creditPages < 1 || creditBytes < 1) {
      throw new IllegalArgumentException(
          "credit is below 1: creditPages=" + creditPages + " creditBytes=" + creditBytes);
    }
  }
}
