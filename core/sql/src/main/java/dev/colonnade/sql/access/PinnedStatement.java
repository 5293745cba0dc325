package dev.colonnade.sql.access;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;

/**
 * Statement with a pinned snapshot, which stays the same while later statements of the transaction
 * write: a query whose rows are fetched through a cursor. To be closed after the last read.
 */
public interface PinnedStatement extends StatementTransaction, AutoCloseable {
  /**
   * Returns one page of a scan, with as many rows as the page limits permit; the caller closes it.
   */
  ScanPage page(Table table, ScanRequest request, Cancellation cancellation);

  @Override
  void close();
}
