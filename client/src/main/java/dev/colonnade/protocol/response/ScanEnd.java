package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.scan.ResumeReason;
import dev.colonnade.protocol.scan.Usage;
import java.util.List;

/**
 * All pages of a scan have been sent.
 *
 * @param reason why it ended: final, unless the scan was for a single page
 * @param resume where another scan goes on; empty if nothing follows
 * @param usage of all pages together
 * @param trace what the server did, if it was asked to tell
 */
public record ScanEnd(ResumeReason reason, Bytes resume, Usage usage, List<NamedValue> trace)
    implements Response {
  public ScanEnd {
    requireNonNull(reason, "reason is null");
    requireNonNull(resume, "resume is null");
    requireNonNull(usage, "usage is null");
    trace = List.copyOf(trace);
  }

  @Override
  public ResponseType type() {
    return ResponseType.SCAN_END;
  }
}
