package dev.colonnade.sql.run;

import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.KeyValueDecoder;
import dev.colonnade.scan.page.KeyValuePage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.row.ReadColumns;
import org.jspecify.annotations.Nullable;

/** The columns of a scan that gives raw key-values: {@code scan_format = key_values}. */
final class DecodedPairs implements PageStream {
  private final PageStream pairs;
  private final KeyValueDecoder decoder;

  /** Takes over a stream of raw key-values. */
  DecodedPairs(PageStream pairs, ScanRequest request) {
    this.pairs = pairs;
    this.decoder =
        new KeyValueDecoder(
            request.target().format(),
            new ReadColumns(
                request.target().schema(),
                request.selection().projection(),
                request.selection().filteredColumns()));
  }

  @Override
  public PageFormat format() {
    return PageFormat.COL_BATCH;
  }

  @Override
  public BatchSchema schema() {
    return decoder.schema();
  }

  @Override
  public @Nullable ScanPage next() {
    ScanPage page = pairs.next();
    return page == null ? null : decoder.decode((KeyValuePage) page);
  }

  @Override
  public void pause() {
    pairs.pause();
  }

  @Override
  public void close() {
    pairs.close();
  }
}
