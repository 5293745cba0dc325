package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.WireScanUsage;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** Response to a scan: {@link Opened}, then a {@link Page} for each page, then {@link End}. */
public sealed interface ScanResponse extends Response {

  /** Start of a scan, before its pages. */
  record Opened(ResultMetadata head) implements ScanResponse {
    public Opened {
      requireNonNull(head, "head is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.SCAN_OPENED;
    }
  }

  /**
   * Page of whole rows.
   *
   * @param reason reason for the end of the page
   * @param resume resume key of a scan that continues after this page; empty if nothing follows
   * @param usage resource consumption of this page
   * @param payload one encapsulated Arrow RecordBatch message with its body, or stored pairs in the
   *     layout of {@code KeyValueLayout}; empty if there are no rows
   */
  record Page(int rowCount, ResumeReason reason, Bytes resume, WireScanUsage usage, ByteBuf payload)
      implements ScanResponse {
    public Page {
      requireNonNull(reason, "reason is null");
      requireNonNull(resume, "resume is null");
      requireNonNull(usage, "usage is null");
      requireNonNull(payload, "payload is null");
      if (rowCount < 0) {
        throw new IllegalArgumentException("rowCount=" + rowCount + " is below 0");
      }
    }

    @Override
    public ResponseType type() {
      return ResponseType.SCAN_PAGE;
    }

    @Override
    public void release() {
      payload.release();
    }
  }

  /**
   * End of a scan, after all its pages.
   *
   * @param reason reason for the end: final, unless the scan was limited to a single page
   * @param resume resume key of a subsequent scan; empty if nothing follows
   * @param usage resource consumption of all pages together
   * @param trace measurements of the server's work, if the scan requested them
   */
  record End(ResumeReason reason, Bytes resume, WireScanUsage usage, List<NamedValue> trace)
      implements ScanResponse {
    public End {
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
}
