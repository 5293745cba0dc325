package dev.colonnade.client.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.scan.ResumeReason;
import dev.colonnade.protocol.scan.Usage;

/**
 * What the server said of a page.
 *
 * @param reason why the page ends
 * @param resume where another scan goes on after this page; empty if nothing follows
 * @param usage what the page consumed
 */
public record PageInfo(int rowCount, ResumeReason reason, Bytes resume, Usage usage) {
  public PageInfo {
    requireNonNull(reason, "reason is null");
    requireNonNull(resume, "resume is null");
    requireNonNull(usage, "usage is null");
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount=" + rowCount + " is below 0");
    }
  }
}
