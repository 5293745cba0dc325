package dev.colonnade.server.translate;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.WireScanTarget;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.filter.FilterLimits;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;

/** Conversion of protocol scans to scan requests of the engine. */
public final class ScanTranslator {
  private ScanTranslator() {}

  /**
   * Converted scan.
   *
   * @param rowsReturnedBefore number of rows that earlier requests of a resumed scan returned
   */
  public record Prepared(ScanRequest request, long rowsReturnedBefore) {
    /** Returns the token that resumes the scan after a page that leaves {@code spans}. */
    public ResumeToken tokenFor(List<KeySpan> spans, long rowsReturned) {
      return new ResumeToken(request.readTimestamp(), rowsReturnedBefore + rowsReturned, spans);
    }
  }

  /**
   * Returns the read mode of a scan: that of the scan which it resumes, else its own. A resumed
   * scan reads at the timestamp of its resume token.
   */
  public static ReadMode readMode(Scan scan) {
    ReadMode mode = scan.read();
    return scan.target().resume().isEmpty()
        ? mode
        : new ReadMode(
            ResumeToken.of(scan.target().resume()).readTimestamp(),
            mode.lockStrength(),
            mode.waitPolicy());
  }

  /**
   * Converts the scan of a table.
   *
   * @param serverDefaults page limits for those that the request does not set
   */
  public static Prepared of(Scan scan, Table table, long readTimestamp, PageLimits serverDefaults) {
    WireScanTarget target = scan.target();
    table.history().version(target.schemaVersion());
    ScanSelection selection = scan.selection();
    ScanLimits limits = limits(scan, serverDefaults);
    List<KeySpan> spans;
    long returned = 0;
    if (target.resume().isEmpty()) {
      spans = SpanTranslator.toCore(target.spans(), table.format().keyCodec());
    } else {
      ResumeToken token = ResumeToken.of(target.resume());
      spans = token.spans();
      returned = token.rowsReturned();
    }
    Filter filter = FilterTranslator.toCore(selection.filter(), table.schema());
    FilterLimits.requireWithin(filter);
    ScanRequest request =
        new ScanRequest(
            target(target.indexId(), table),
            spans,
            readTimestamp,
            new Selection(columnIds(selection.columnIds(), table.schema()), filter),
            new ScanRequest.Terms(limits, options(scan)));
    return new Prepared(remaining(request, returned), returned);
  }

  /** Returns the rows of a table, which clients know by one number wherever they are. */
  private static dev.colonnade.scan.request.ScanTarget target(int indexId, Table table) {
    return indexId == WireScanTarget.PRIMARY_INDEX_ID
        ? dev.colonnade.scan.request.ScanTarget.rows(table.format())
        : new dev.colonnade.scan.request.ScanTarget(table.format(), indexId);
  }

  /** Returns the requested columns; all columns of the table if none are requested. */
  public static List<Integer> columnIds(List<Integer> requested, TableSchema schema) {
    return requested.isEmpty() ? schema.columns().stream().map(Column::id).toList() : requested;
  }

  /** Converts a page format. */
  public static PageFormat format(dev.colonnade.protocol.result.ScanFormat format) {
    return switch (format) {
      case AUTO -> PageFormat.AUTO;
      case COL_BATCH -> PageFormat.COL_BATCH;
      case KEY_VALUES -> PageFormat.KEY_VALUES;
    };
  }

  private static ScanRequest remaining(ScanRequest request, long returned) {
    if (returned == 0 || request.limits().rowLimit() == 0) {
      return request;
    }
    if (returned >= request.limits().rowLimit()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "no rows are left of the resumed scan: rowLimit="
              + request.limits().rowLimit()
              + " rowsReturned="
              + returned);
    }
    return request.resumed(request.spans(), returned);
  }

  private static ScanLimits limits(Scan scan, PageLimits defaults) {
    PageSpec page = scan.page();
    dev.colonnade.protocol.scan.ScanPageLimits requested = page.limits();
    PageLimits limits =
        new PageLimits(
            orDefault(requested.rowCountMax(), defaults.rows()),
            orDefault(requested.encodedBytesMax(), defaults.encodedBytes()),
            orDefault(requested.scannedBytesMax(), defaults.scannedBytes()));
    return new ScanLimits(
        scan.selection().rowLimit(), page.rowEstimate(), limits, requested.emptyAllowed());
  }

  private static long orDefault(long requested, long serverDefault) {
    return requested == 0 ? serverDefault : requested;
  }

  private static ScanOptions options(Scan scan) {
    return new ScanOptions(
        direction(scan.selection().direction()),
        scan.selection().ordered(),
        format(scan.page().format()),
        scan.flow().trace());
  }

  private static Direction direction(dev.colonnade.protocol.scan.ScanDirection direction) {
    return switch (direction) {
      case FORWARD -> Direction.FORWARD;
      case REVERSE -> Direction.REVERSE;
    };
  }
}
