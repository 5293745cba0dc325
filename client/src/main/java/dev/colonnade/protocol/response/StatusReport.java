package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.NamedValue;
import java.util.List;

/** How the server is. */
public record StatusReport(String serverVersion, long uptimeMillis, List<NamedValue> figures)
    implements Response {
  public StatusReport {
    requireNonNull(serverVersion, "serverVersion is null");
    figures = List.copyOf(figures);
  }

  @Override
  public ResponseType type() {
    return ResponseType.STATUS_REPORT;
  }
}
