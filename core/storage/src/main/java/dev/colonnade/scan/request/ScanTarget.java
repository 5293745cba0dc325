package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeySpan;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.TableSchema;

/**
 * Target of a scan: an index of a table, with all versions of the table's schema. Column ids are
 * those of the latest version.
 */
public record ScanTarget(RowFormat format, int indexId) {
  public ScanTarget {
    requireNonNull(format, "format is null");
    if (indexId != format.keyCodec().indexId()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "format is of another index: indexId="
              + indexId
              + " formatIndexId="
              + format.keyCodec().indexId());
    }
  }

  /**
   * Returns the target for the rows of a table, or for the entries of an index, which are rows too.
   */
  public static ScanTarget rows(RowFormat format) {
    return new ScanTarget(format, format.keyCodec().indexId());
  }

  public TableSchema schema() {
    return format.latest();
  }

  /** Returns the span of all keys of the target. */
  public KeySpan span() {
    return format.keyCodec().span();
  }

  /**
   * Throws INVALID_ARGUMENT if the span is not within the target, or begins or ends inside of a
   * row.
   */
  void requireWithin(KeySpan span, KeySpan all) {
    if (!all.contains(span)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "span is not within the table: span=" + span + " tableSpan=" + all);
    }
    if (format.latest().hasFamilyByte() && (cutsRow(span.start()) || cutsRow(span.end()))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "span begins or ends inside of a row: span=" + span);
    }
  }

  /**
   * Returns whether the key is that of a family other than the row's first, so that the bound
   * divides the row.
   */
  private boolean cutsRow(Key bound) {
    if (bound.isInfinity() || bound.length() <= KeyLayout.COLUMNS_OFFSET) {
      return false;
    }
    int familyId = format.keyCodec().familyOf(bound);
    return familyId > 0 && familyId <= KeyLayout.FAMILY_ID_MAX && isRowKey(bound);
  }

  private boolean isRowKey(Key bound) {
    try {
      format.keyCodec().decode(format.keyCodec().rowKeyOf(bound));
      return true;
    } catch (ColonnadeException e) {
      return false;
    }
  }
}
