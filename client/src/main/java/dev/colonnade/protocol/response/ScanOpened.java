package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

/** The scan runs; pages follow. */
public record ScanOpened(ResultHead head) implements Response {
  public ScanOpened {
    requireNonNull(head, "head is null");
  }

  @Override
  public ResponseType type() {
    return ResponseType.SCAN_OPENED;
  }
}
