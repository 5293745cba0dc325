package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.scan.Usage;
import io.netty.buffer.ByteBuf;

/**
 * Rows that a {@code Get} returns, in the order of its keys.
 *
 * @param payload in the encoding of a {@link ScanResponse.Page}; empty if there are no rows
 */
public record Rows(ResultHead head, int rowCount, Usage usage, ByteBuf payload)
    implements Response {
  public Rows {
    requireNonNull(head, "head is null");
    requireNonNull(usage, "usage is null");
    requireNonNull(payload, "payload is null");
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount=" + rowCount + " is below 0");
    }
  }

  @Override
  public ResponseType type() {
    return ResponseType.ROWS;
  }

  @Override
  public void release() {
    payload.release();
  }
}
