package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import java.util.List;
import java.util.TreeSet;

/**
 * Single rows by their keys, as they were at one timestamp. The answer has those that are there and
 * that the filter keeps, in the order of their keys, whatever the order of the request.
 *
 * @param rowKeys the keys without a family byte; one that is named twice is returned once
 */
public record GetRequest(
    ScanTarget target,
    List<Key> rowKeys,
    long readTimestamp,
    Selection selection,
    ScanFormat format) {
  /** The most rows of a request. */
  public static final int ROW_KEYS_MAX = ScanRequest.SPANS_MAX;

  public GetRequest {
    requireNonNull(target, "target is null");
    requireNonNull(rowKeys, "rowKeys is null");
    requireNonNull(selection, "selection is null");
    requireNonNull(format, "format is null");
    if (rowKeys.size() > ROW_KEYS_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "too many row keys: rowKeys=" + rowKeys.size() + " max=" + ROW_KEYS_MAX);
    }
    if (readTimestamp < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "read timestamp below zero: readTimestamp=" + readTimestamp);
    }
    rowKeys.forEach(target.format().keyCodec()::requireRowKey);
    rowKeys = rowKeys.size() == 1 ? List.copyOf(rowKeys) : List.copyOf(new TreeSet<>(rowKeys));
  }

  /** The same as a scan of the rows' spans. */
  public ScanRequest asScan() {
    ScanLimits limits = ScanLimits.DEFAULT.withRowEstimate(rowKeys.size());
    ScanOptions options = ScanOptions.DEFAULT.withFormat(format);
    return new ScanRequest(
        target,
        ScanRequest.spansOf(target, rowKeys),
        readTimestamp,
        selection,
        new ScanRequest.Terms(limits, options));
  }
}
