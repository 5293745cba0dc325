package dev.colonnade.server.translate;

import dev.colonnade.catalog.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.WaitPolicy;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.scan.WireScanTarget;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.Locking;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;

/** Scans of the wire as scans of core. */
public final class ScanRequests {
  private ScanRequests() {}

  /**
   * A scan as it is to be run.
   *
   * @param rowsReturnedBefore rows that earlier requests of a resumed scan returned
   */
  public record Prepared(ScanRequest request, long rowsReturnedBefore) {
    /** The token by which a scan goes on after a page that leaves {@code spans}. */
    public ResumeToken tokenFor(List<KeySpan> spans, long rowsReturned) {
      return new ResumeToken(request.readTimestamp(), rowsReturnedBefore + rowsReturned, spans);
    }
  }

  /**
   * As of when {@code scan} reads: what it resumes says so, or itself, or else {@code latest}. To
   * be pinned before the table is looked up.
   */
  public static long readTimestamp(Scan scan, long latest) {
    if (!scan.target().resume().isEmpty()) {
      return ResumeToken.of(scan.target().resume()).readTimestamp();
    }
    return readTimestamp(scan.read(), latest);
  }

  /** As of when a read in this mode reads. */
  public static long readTimestamp(ReadMode mode, long latest) {
    return mode.readTimestamp() == ReadMode.LATEST_TIMESTAMP ? latest : mode.readTimestamp();
  }

  /**
   * The scan of a table.
   *
   * @param serverDefaults in force where the request sets no limit of a page
   */
  public static Prepared of(Scan scan, Table table, long readTimestamp, PageLimits serverDefaults) {
    WireScanTarget target = scan.target();
    table.history().version(target.schemaVersion());
    ScanSelection selection = scan.selection();
    ScanLimits limits = limits(scan, serverDefaults);
    List<KeySpan> spans;
    long returned = 0;
    if (target.resume().isEmpty()) {
      spans = Spans.toCore(target.spans(), table.format().keyCodec());
    } else {
      ResumeToken token = ResumeToken.of(target.resume());
      spans = token.spans();
      returned = token.rowsReturned();
    }
    ScanRequest request =
        new ScanRequest(
            new dev.colonnade.scan.request.ScanTarget(table.format(), target.indexId()),
            spans,
            readTimestamp,
            new Selection(
                columnIds(selection.columnIds(), table.schema()),
                Filters.toCore(selection.filter(), table.schema())),
            new ScanRequest.Terms(limits, options(scan)));
    return new Prepared(remaining(request, returned), returned);
  }

  /** The columns that are asked for; all of the table if none are named. */
  public static List<Integer> columnIds(List<Integer> asked, TableSchema schema) {
    return asked.isEmpty() ? schema.columns().stream().map(Column::id).toList() : asked;
  }

  /** The core's way of locking for a read of the wire. */
  public static Locking locking(ReadMode mode) {
    return mode.lockStrength() == WireLockStrength.NONE
        ? Locking.NONE
        : new Locking(strength(mode.lockStrength()), policy(mode.waitPolicy()));
  }

  /** The core's name of a format. */
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
          "nothing is left of the scan to be resumed: rowLimit="
              + request.limits().rowLimit()
              + " rowsReturned="
              + returned);
    }
    return request.resumed(request.spans(), returned);
  }

  private static ScanLimits limits(Scan scan, PageLimits defaults) {
    PageSpec page = scan.page();
    dev.colonnade.protocol.scan.ScanPageLimits asked = page.limits();
    PageLimits limits =
        new PageLimits(
            orDefault(asked.rowCountMax(), defaults.rows()),
            orDefault(asked.encodedBytesMax(), defaults.encodedBytes()),
            orDefault(asked.scannedBytesMax(), defaults.scannedBytes()));
    return new ScanLimits(
        scan.selection().rowLimit(), page.rowEstimate(), limits, asked.emptyAllowed());
  }

  private static long orDefault(long asked, long serverDefault) {
    return asked == 0 ? serverDefault : asked;
  }

  private static ScanOptions options(Scan scan) {
    return new ScanOptions(
        direction(scan.selection().direction()),
        scan.selection().ordered(),
        format(scan.page().format()),
        locking(scan.read()),
        scan.flow().trace());
  }

  private static Direction direction(dev.colonnade.protocol.scan.ScanDirection direction) {
    return switch (direction) {
      case FORWARD -> Direction.FORWARD;
      case REVERSE -> Direction.REVERSE;
    };
  }

  private static Locking.LockStrength strength(WireLockStrength strength) {
    return switch (strength) {
      case NONE -> Locking.LockStrength.NONE;
      case SHARE -> Locking.LockStrength.SHARED;
      case NO_KEY_UPDATE, UPDATE -> Locking.LockStrength.EXCLUSIVE;
    };
  }

  private static Locking.WaitPolicy policy(WaitPolicy policy) {
    return switch (policy) {
      case BLOCK -> Locking.WaitPolicy.BLOCK;
      case NOWAIT -> Locking.WaitPolicy.ERROR;
      case SKIP_LOCKED -> Locking.WaitPolicy.SKIP;
    };
  }
}
