package dev.colonnade.client.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.WireScanUsage;

/**
 * Metadata of a page.
 *
 * @param reason reason for the end of the page
 * @param resume resume key of a scan that continues after this page; empty if nothing follows
 * @param usage resource consumption of the page
 */
public record PageInfo(int rowCount, ResumeReason reason, Bytes resume, WireScanUsage usage) {
  /** Checks the information. */
  public PageInfo {
    requireNonNull(reason, "reason is null");
    requireNonNull(resume, "resume is null");
    requireNonNull(usage, "usage is null");
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount=" + rowCount + " is below 0");
    }
  }
}
