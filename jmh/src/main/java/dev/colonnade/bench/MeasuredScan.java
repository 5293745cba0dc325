package dev.colonnade.bench;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.report.Figures;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ScanFormat;
import java.util.function.Consumer;

/**
 * A scan that was read to its end, and what it took.
 *
 * @param format the one that pages came in
 * @param payloadBytes of all pages as they came over the network
 * @param messageCount pages
 * @param nanos from sending the request until the last page was read
 */
public record MeasuredScan(
    ScanFormat format, long payloadBytes, int messageCount, long nanos, ScanResponse.End end) {
  public MeasuredScan {
    requireNonNull(format, "format is null");
    requireNonNull(end, "end is null");
  }

  /** Runs a scan; each page is given to the reader and is closed afterwards. */
  public static MeasuredScan run(
      ColonnadeClient client, ScanBuilder builder, Consumer<ResultPage> reader) {
    long startNanos = System.nanoTime();
    long payloadBytes = 0;
    int messageCount = 0;
    try (ScanStream scan = client.scan(builder)) {
      while (scan.next()) {
        ResultPage page = scan.page();
        payloadBytes += page.payloadBytes();
        messageCount++;
        reader.accept(page);
      }
      long nanos = System.nanoTime() - startNanos;
      ResultMetadata head = scan.head().orElseThrow();
      return new MeasuredScan(
          head.encoding().format(), payloadBytes, messageCount, nanos, scan.end().orElseThrow());
    }
  }

  /** Rows returned. */
  public long rowCount() {
    return end.usage().rowCount();
  }

  /** Counts the rows looked at, so that scans with and without a filter compare. */
  public double rowsPerSecond() {
    return Figures.perSecond(end.usage().rowsScanned(), nanos);
  }
}
