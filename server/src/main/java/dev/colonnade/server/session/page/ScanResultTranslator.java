package dev.colonnade.server.session.page;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.result.WireScanUsage;
import dev.colonnade.scan.ipc.BufferCompression;
import dev.colonnade.scan.page.ScanTrace;
import dev.colonnade.scan.page.ScanUsage;
import dev.colonnade.scan.page.StopReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversion of scan results of the engine to protocol records. */
public final class ScanResultTranslator {
  private ScanResultTranslator() {}

  public static ResumeReason reason(StopReason reason) {
    return switch (reason) {
      case EXHAUSTED -> ResumeReason.END;
      case PARTITION_EXHAUSTED -> ResumeReason.RANGE_END;
      case ROW_LIMIT -> ResumeReason.ROW_LIMIT;
      case PAGE_ROWS -> ResumeReason.PAGE_ROWS;
      case ENCODED_BYTES -> ResumeReason.PAGE_ENCODED_BYTES;
      case SCANNED_BYTES -> ResumeReason.PAGE_SCANNED_BYTES;
    };
  }

  /** Converts the usage of a page. The key-value pairs stand for the scanned rows as well. */
  public static WireScanUsage usage(ScanUsage usage) {
    return new WireScanUsage(
        usage.rows(),
        usage.keyValues(),
        usage.keyValues(),
        usage.scannedBytes(),
        usage.encodedBytes());
  }

  public static List<NamedValue> trace(@Nullable ScanTrace trace) {
    if (trace == null) {
      return List.of();
    }
    return List.of(
        new NamedValue("keys_stepped", trace.keysStepped()),
        new NamedValue("versions_looked_up", trace.versionsLookedUp()),
        new NamedValue("scanned_bytes", trace.scannedBytes()),
        new NamedValue("rows_refused", trace.rowsRefused()),
        new NamedValue("cursor_nanos", trace.cursorNanos()),
        new NamedValue("filter_nanos", trace.filterNanos()),
        new NamedValue("encode_nanos", trace.encodeNanos()));
  }

  public static BufferCompression compression(Compression compression) {
    return switch (compression) {
      case NONE -> BufferCompression.NONE;
      case LZ4 -> BufferCompression.LZ4_FRAME;
      case ZSTD -> BufferCompression.ZSTD;
    };
  }

  /**
   * Returns the head of a key-value result, without columns: the client knows the requested ones.
   */
  public static ResultMetadata pairsHead(
      Compression compression, long readTimestamp, int schemaVersion) {
    return new ResultMetadata(
        new ResultMetadata.Encoding(ScanFormat.KEY_VALUES, compression),
        readTimestamp,
        schemaVersion,
        List.of(),
        Bytes.EMPTY);
  }
}
