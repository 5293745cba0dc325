package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.ResponseType;
import java.util.List;

/** Status report of a server. */
public record StatusReport(String serverVersion, long uptimeMillis, List<NamedValue> metrics)
    implements Response {
  public StatusReport {
    requireNonNull(serverVersion, "serverVersion is null");
    metrics = List.copyOf(metrics);
  }

  @Override
  public ResponseType type() {
    return ResponseType.STATUS_REPORT;
  }
}
