package dev.colonnade.server.session.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads outside of a transaction: of the newest committed rows, or of those at a timestamp. */
public record CommittedReads(Session session) implements RowReads {
  public CommittedReads {
    requireNonNull(session, "session is null");
  }

  /** Throws UNSUPPORTED if a request outside of a transaction locks rows. */
  public static void requireNoLock(ReadMode mode) {
    if (mode.lockStrength() != WireLockStrength.NONE) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "rows are locked in transactions only: lockStrength=" + mode.lockStrength());
    }
  }

  /** Returns the timestamp; for the newest one, may wait until a follower is fresh enough. */
  @Override
  public long readTimestamp(ReadMode mode) {
    requireNoLock(mode);
    if (mode.readTimestamp() != ReadMode.LATEST_TIMESTAMP) {
      return mode.readTimestamp();
    }
    session.freshness().requireForRequest();
    return session.latestTimestamp();
  }

  @Override
  public CatalogSnapshot catalog() {
    return session.catalog();
  }

  @Override
  public List<Key> selected(List<Key> rowKeys) {
    return rowKeys;
  }

  @Override
  public @Nullable Version get(Table table, Key key, long readTimestamp) {
    return session.get(table, key, readTimestamp);
  }

  @Override
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    return session.scan(table, request, cancellation);
  }

  @Override
  public ScanPage page(Table table, ScanRequest request, Cancellation cancellation) {
    return session.page(table, request, cancellation);
  }

  /** Does nothing: there is no transaction. */
  @Override
  public void fail() {}

  /** Does nothing: no snapshot is held. */
  @Override
  public void close() {}
}
