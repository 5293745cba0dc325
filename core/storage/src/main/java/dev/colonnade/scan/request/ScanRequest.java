package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Scan request: the rows of some spans of a table as of one read timestamp.
 *
 * <p>The spans ascend, do not overlap, are within the table, and do not begin or end inside of a
 * row; in a reverse scan, the last row of the last span comes first. To continue after a page, send
 * a request with its resume spans: {@link #resumed}.
 */
public record ScanRequest(
    ScanTarget target, List<KeySpan> spans, long readTimestamp, Selection selection, Terms terms) {
  /** Most spans of a request. */
  public static final int SPANS_MAX = 65_536;

  /** Limits and options. */
  public record Terms(ScanLimits limits, ScanOptions options) {
    public static final Terms DEFAULT = new Terms(ScanLimits.DEFAULT, ScanOptions.DEFAULT);

    public Terms {
      requireNonNull(limits, "limits is null");
      requireNonNull(options, "options is null");
    }
  }

  public ScanRequest {
    requireNonNull(target, "target is null");
    requireNonNull(selection, "selection is null");
    requireNonNull(terms, "terms is null");
    spans = List.copyOf(requireNonNull(spans, "spans is null"));
    if (readTimestamp < 0) {
      throw invalid("read timestamp below zero: readTimestamp=" + readTimestamp);
    }
    if (spans.size() > SPANS_MAX) {
      throw invalid("too many spans: spans=" + spans.size() + " max=" + SPANS_MAX);
    }
    requireSpans(target, spans);
  }

  /** Returns a scan request with default limits and options. */
  public static ScanRequest of(
      ScanTarget target, List<KeySpan> spans, long readTimestamp, Selection selection) {
    return new ScanRequest(target, spans, readTimestamp, selection, Terms.DEFAULT);
  }

  /** Returns the spans of the rows with these keys, ascending. */
  public static List<KeySpan> spansOf(ScanTarget target, Collection<Key> rowKeys) {
    List<KeySpan> spans = new ArrayList<>(rowKeys.size());
    for (Key rowKey : new TreeSet<>(rowKeys)) {
      spans.add(target.format().keyCodec().rowSpan(rowKey));
    }
    return spans;
  }

  private static void requireSpans(ScanTarget target, List<KeySpan> spans) {
    KeySpan all = target.span();
    Key behind = Key.EMPTY;
    for (KeySpan span : spans) {
      target.requireWithin(span, all);
      if (span.start().compareTo(behind) < 0) {
        throw invalid("spans overlap or do not ascend: span=" + span + " previousEnd=" + behind);
      }
      behind = span.end();
    }
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }

  public ScanLimits limits() {
    return terms.limits();
  }

  public ScanOptions options() {
    return terms.options();
  }

  public ScanRequest withLimits(ScanLimits limits) {
    return new ScanRequest(
        target, spans, readTimestamp, selection, new Terms(limits, terms.options()));
  }

  public ScanRequest withOptions(ScanOptions options) {
    return new ScanRequest(
        target, spans, readTimestamp, selection, new Terms(terms.limits(), options));
  }

  public ScanRequest withSpans(List<KeySpan> others) {
    return new ScanRequest(target, others, readTimestamp, selection, terms);
  }

  /**
   * Returns the request that continues after a page: with its {@code resume} spans, and with the
   * row limit reduced by the page's rows.
   *
   * @throws IllegalStateException if the row limit is reached
   */
  public ScanRequest resumed(List<KeySpan> resume, long rowsReturned) {
    ScanLimits limits = terms.limits();
    if (limits.rowLimit() == 0) {
      return withSpans(resume);
    }
    if (rowsReturned >= limits.rowLimit()) {
      throw new IllegalStateException(
          "row limit is reached: rowLimit=" + limits.rowLimit() + " rowsReturned=" + rowsReturned);
    }
    return withSpans(resume).withLimits(limits.withRowLimit(limits.rowLimit() - rowsReturned));
  }
}
