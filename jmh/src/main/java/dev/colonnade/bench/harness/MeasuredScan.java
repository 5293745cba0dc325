package dev.colonnade.bench.harness;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.report.Statistics;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ScanFormat;
import java.util.function.Consumer;

/**
 * Measurement of a scan that was read to its end.
 *
 * @param format format of the pages
 * @param payloadBytes bytes of all pages, as received from the network
 * @param messageCount number of pages
 * @param nanos nanoseconds from sending the request until the last page was read
 */
public record MeasuredScan(
    ScanFormat format, long payloadBytes, int messageCount, long nanos, ScanResponse.End end) {
  public MeasuredScan {
    requireNonNull(format, "format is null");
    requireNonNull(end, "end is null");
  }

  /** Runs a scan. Passes each page to the reader and closes it afterwards. */
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

  /** Returns the number of rows that the scan returned. */
  public long rowCount() {
    return end.usage().rowCount();
  }

  /**
   * Returns the rows scanned per second. Rows that the filter rejected count too, so that scans
   * with and without a filter are comparable.
   */
  public double rowsPerSecond() {
    return Statistics.perSecond(end.usage().rowsScanned(), nanos);
  }
}
