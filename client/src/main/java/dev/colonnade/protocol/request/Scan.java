package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanFlowControl;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.WireScanTarget;

/**
 * Request to read key spans of an index. The response is {@code ScanResponse.Opened}, then pages as
 * far as the credit permits, then {@code ScanResponse.End}, or an error at any point, which
 * invalidates the rows received before.
 */
public record Scan(
    WireScanTarget target,
    ScanSelection selection,
    ReadMode read,
    PageSpec page,
    ScanFlowControl flow)
    implements Request {
  public Scan {
    requireNonNull(target, "target is null");
    requireNonNull(selection, "selection is null");
    requireNonNull(read, "read is null");
    requireNonNull(page, "page is null");
    requireNonNull(flow, "flow is null");
  }

  @Override
  public RequestType type() {
    return RequestType.SCAN;
  }
}
