package dev.colonnade.protocol.request;

/**
 * Grants more pages and payload bytes to the scan whose stream id its frame carries. It has no
 * answer, and is passed over where that scan has ended already.
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
