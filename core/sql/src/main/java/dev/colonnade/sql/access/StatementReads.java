package dev.colonnade.sql.access;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import org.jspecify.annotations.Nullable;

/** Snapshot that one statement reads: a timestamp, the catalog at it, and the rows. One thread. */
public interface StatementReads {
  /** Returns the read timestamp of the statement. */
  long readTimestamp();

  /**
   * Returns the catalog. It is read after the timestamp, so that it has every schema version that a
   * visible row can have.
   */
  CatalogSnapshot catalog();

  /**
   * Returns the names of the catalog as the session resolves them: its database, its search path.
   */
  NameScope names();

  /** Returns the rows of a table; the caller closes the stream and each page. */
  PageStream scan(Table table, ScanRequest request, Cancellation cancellation);

  /** Returns the value that a stored key of a table has for the statement; null if none. */
  @Nullable Version get(Table table, Key key);
}
