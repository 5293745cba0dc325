package dev.colonnade.protocol.request;

import dev.colonnade.protocol.RequestType;

/**
 * Grant of more pages and payload bytes to the scan whose stream id its frame contains. It has no
 * response, and is ignored if that scan has already ended.
 */
public record Credit(int pages, long bytes) implements Request {
  public Credit {
    if (pages < 0 || bytes < 0) {
      throw new IllegalArgumentException("credit is below 0: pages=" + pages + " bytes=" + bytes);
    }
  }

  @Override
  public RequestType type() {
    return RequestType.CREDIT;
  }
}
