package dev.colonnade.sql.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.sql.access.StatementReads;
import dev.colonnade.sql.execute.scan.PageReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of some spans of a table, in key order, as running statements hold them. One thread. */
final class SampledRows implements AutoCloseable {
  private final PageStream pages;
  private @Nullable ScanPage page;
  private @Nullable PageReader reader;
  private int row;

  private SampledRows(PageStream pages) {
    this.pages = requireNonNull(pages, "pages is null");
  }

  /**
   * Opens the rows.
   *
   * @param columns the ids of the columns
   * @param spans at most {@link ScanRequest#SPANS_MAX}, in key order
   * @param rowEstimate number of rows in them, roughly; 0 if unknown
   */
  static SampledRows open(
      StatementReads reads,
      Table table,
      List<Integer> columns,
      List<KeySpan> spans,
      long rowEstimate,
      Cancellation cancellation) {
    ScanRequest request =
        ScanRequest.of(
            ScanTarget.rows(table.format()),
            spans,
            reads.readTimestamp(),
            new Selection(columns, Filter.TRUE));
    return new SampledRows(
        reads.scan(
            table,
            request
                .withOptions(request.options().withOrdered(true))
                .withLimits(request.limits().withRowEstimate(rowEstimate)),
            cancellation));
  }

  /**
   * Returns the next row after some that are skipped; null after the last.
   *
   * @param skipped number of rows
   */
  @Nullable Object @Nullable [] next(long skipped) {
    long left = skipped;
    while (page == null || row + left >= page.rowCount()) {
      left -= page == null ? 0 : page.rowCount() - row;
      closePage();
      ScanPage next = pages.next();
      if (next == null) {
        return null;
      }
      page = next;
      reader =
          next.rowCount() == 0
              ? null
              : new PageReader(PageReader.Rows.of(next, pages.schema().columns()));
      row = 0;
    }
    row += Math.toIntExact(left) + 1;
    return requireNonNull(reader, "reader is null").row(row - 1);
  }

  private void closePage() {
    if (page != null) {
      page.close();
      page = null;
    }
  }

  @Override
  public void close() {
    closePage();
    pages.close();
  }
}
