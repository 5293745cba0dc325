package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.scan.ResumeReason;
import dev.colonnade.protocol.scan.Usage;
import io.netty.buffer.ByteBuf;

/**
 * A page of whole rows.
 *
 * @param reason why the page ends
 * @param resume where another scan goes on after this page; empty if nothing follows
 * @param usage what this page consumed
 * @param payload one encapsulated Arrow RecordBatch message with its body, or stored pairs as
 *     {@code KeyValueLayout} draws them; empty if there are no rows
 */
public record ScanPage(
    int rowCount, ResumeReason reason, Bytes resume, Usage usage, ByteBuf payload)
    implements Response {
  public ScanPage {
    requireNonNull(reason, "reason is null");
    requireNonNull(resume, "resume is null");
    requireNonNull(usage, "usage is null");
    requireNonNull(payload, "payload is null");
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount=" + rowCount + " is below 0");
    }
  }

  @Override
  public ResponseType type() {
    return ResponseType.SCAN_PAGE;
  }

  @Override
  public void release() {
    payload.release();
  }
}
