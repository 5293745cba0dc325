package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.WireScanUsage;
import io.netty.buffer.ByteBuf;

/**
 * Rows that a {@code Get} returns, in the order of its keys.
 *
 * @param payload in the encoding of a {@link ScanResponse.Page}; empty if there are no rows
 */
public record GetRows(ResultMetadata head, int rowCount, WireScanUsage usage, ByteBuf payload)
    implements Response {
  public GetRows {
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
