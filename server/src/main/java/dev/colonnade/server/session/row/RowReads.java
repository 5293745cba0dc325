package dev.colonnade.server.session.row;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot that a request for rows reads: that of the newest or an earlier timestamp, or that of
 * the session's transaction. May wait for the disk.
 */
public interface RowReads extends AutoCloseable {
  /**
   * Returns the timestamp to read at. To be called before {@link #catalog}, which then has every
   * schema version of a visible row.
   */
  long readTimestamp(ReadMode mode);

  /** Returns the catalog. */
  CatalogSnapshot catalog();

  /**
   * Returns those of a request's row keys whose rows are read: all but those that are not locked.
   */
  List<Key> selected(List<Key> rowKeys);

  /** Returns the value of a stored key at a timestamp; null if none. */
  @Nullable Version get(Table table, Key key, long readTimestamp);

  /** Returns all pages of a scan. The caller closes the stream, and each page. */
  PageStream scan(Table table, ScanRequest request, Cancellation cancellation);

  /** Returns one page of a scan, which the caller closes. */
  ScanPage page(Table table, ScanRequest request, Cancellation cancellation);

  /** Fails the transaction, if there is one: the request has failed. */
  void fail();

  /** Releases the snapshot. */
  @Override
  void close();
}
