package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be said at the end of a page.
 *
 * @param resume what is left of the request's spans, in ascending order
 * @param trace null unless it was asked for
 */
public record PageEnd(
    ScanUsage usage, StopReason reason, List<KeySpan> resume, @Nullable ScanTrace trace) {
  public PageEnd {
    requireNonNull(usage, "usage is null");
    requireNonNull(reason, "reason is null");
    resume = List.copyOf(requireNonNull(resume, "resume is null"));
  }

  /** Whether nothing is left. */
  public boolean isLast() {
    return resume.isEmpty();
  }
}
