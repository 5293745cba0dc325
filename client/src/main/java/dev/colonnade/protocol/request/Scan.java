package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanFlow;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.ScanTarget;

/**
 * Reads stretches of an index; answered by {@code ScanOpened}, then pages as credit allows, then
 * {@code ScanEnd}, or by an error at any point, after which the rows seen so far are no result.
 */
public record Scan(
    ScanTarget target, ScanSelection selection, ReadMode read, PageSpec page, ScanFlow flow)
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
