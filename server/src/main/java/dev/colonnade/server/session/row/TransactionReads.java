package dev.colonnade.server.session.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.session.row.RowQuery;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads of one statement of the session's transaction. A statement that locks rows reads those that
 * it has locked.
 */
public final class TransactionReads implements RowReads {
  private final RowQuery query;

  /** Keys of the rows to read; null for all. */
  private final @Nullable Set<Key> locked;

  private TransactionReads(RowQuery query, @Nullable Set<Key> locked) {
    this.query = requireNonNull(query, "query is null");
    this.locked = locked;
  }

  /** Begins a statement that reads all rows. */
  public static TransactionReads all(SqlSession sql, Cancellation cancellation) {
    return new TransactionReads(sql.queryRows(cancellation), null);
  }

  /** Begins a statement that reads the rows with these keys, which the transaction has locked. */
  public static TransactionReads ofLocked(
      SqlSession sql, Cancellation cancellation, Set<Key> locked) {
    return new TransactionReads(sql.queryRows(cancellation), locked);
  }

  @Override
  public long readTimestamp(ReadMode mode) {
    if (mode.readTimestamp() != ReadMode.LATEST_TIMESTAMP) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "a transaction reads its own snapshot: readTimestamp=" + mode.readTimestamp());
    }
    return query.readTimestamp();
  }

  @Override
  public CatalogSnapshot catalog() {
    return query.catalog();
  }

  @Override
  public List<Key> selected(List<Key> rowKeys) {
    Set<Key> some = locked;
    return some == null ? rowKeys : rowKeys.stream().filter(some::contains).toList();
  }

  @Override
  public @Nullable Version get(Table table, Key key, long readTimestamp) {
    return query.get(table, key);
  }

  @Override
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return query.scan(table, selected(request), cancellation);
  }

  @Override
  public ScanPage page(Table table, ScanRequest request, Cancellation cancellation) {
    return query.page(table, selected(request), cancellation);
  }

  private ScanRequest selected(ScanRequest request) {
    Set<Key> some = locked;
    return some == null ? request : request.withSpans(ScanRequest.spansOf(request.target(), some));
  }

  @Override
  public void fail() {
    query.fail();
  }

  @Override
  public void close() {
    query.close();
  }
}
