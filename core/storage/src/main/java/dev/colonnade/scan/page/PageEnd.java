package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metadata at the end of a page.
 *
 * @param usage charges of the page
 * @param reason limit that ended the page
 * @param resume remaining spans of the request, ascending; the start of the first one (in a reverse
 *     scan, the end of the last one) is the resume key
 * @param trace trace of the page; null unless requested
 */
public record PageEnd(
    ScanUsage usage, StopReason reason, List<KeySpan> resume, @Nullable ScanTrace trace) {
  public PageEnd {
    requireNonNull(usage, "usage is null");
    requireNonNull(reason, "reason is null");
    resume = List.copyOf(requireNonNull(resume, "resume is null"));
  }

  /** Returns whether no spans remain. */
  public boolean isLast() {
    return resume.isEmpty();
  }
}
