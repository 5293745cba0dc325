package dev.colonnade.engine.transaction;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.txn.StatementSnapshot;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.storage.scan.TableReads;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads of one transaction: its snapshot with its own writes overlaid. Every read is recorded in
 * the read set of the transaction.
 */
final class TransactionReads {
  private final TransactionScope scope;
  private final TableReads reads;

  TransactionReads(TransactionScope scope) {
    this.scope = requireNonNull(scope, "scope is null");
    this.reads = scope.engine().reads();
  }

  /** Returns the read timestamp of the present statement. */
  public long readTimestamp() {
    return scope.open().readTimestamp();
  }

  /** Returns the pinned snapshot of the present statement. The caller closes it. */
  public StatementSnapshot pin() {
    return scope.open().statementSnapshot();
  }

  /** Returns the rows of a table as the present statement sees them. */
  public PageStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    Transaction open = scope.open();
    open.beforeWaiting();
    boolean seesOwn = false;
    for (KeySpan span : request.spans()) {
      seesOwn |= open.hasWrites(span);
    }
    return scan(table, request, cancellation, seesOwn ? open.overlaid(request.spans()) : null);
  }

  /** Returns the rows of a table at a pinned snapshot. */
  public PageStream scan(
      Table table, ScanRequest request, Cancellation cancellation, StatementSnapshot pinned) {
    return scan(table, request, cancellation, pinned.overlaid(request.spans()));
  }

  /** Returns one page of the rows of a table at a pinned snapshot. */
  public ScanPage page(
      Table table, ScanRequest request, Cancellation cancellation, StatementSnapshot pinned) {
    request.spans().forEach(scope.open()::noteRead);
    VersionedReads overlaid = pinned.overlaid(request.spans());
    return overlaid == null
        ? reads.page(table, request, cancellation)
        : reads.page(table, request, cancellation, overlaid);
  }

  private PageStream scan(
      Table table,
      ScanRequest request,
      Cancellation cancellation,
      @Nullable VersionedReads overlaid) {
    request.spans().forEach(scope.open()::noteRead);
    return overlaid == null
        ? reads.open(table, request, cancellation)
        : reads.open(table, request, cancellation, overlaid);
  }

  /** Returns the value of a stored key as the present statement sees it; null if none. */
  public @Nullable Version get(Table table, Key key) {
    Transaction open = scope.open();
    KeySpan span = KeySpan.single(key);
    open.noteRead(span);
    return open.hasWrites(span)
        ? reads.get(table, key, open.readTimestamp(), open.overlaid(List.of(span)))
        : reads.get(table, key, open.readTimestamp(), open.reads());
  }

  /** Returns the value of a stored key at a pinned snapshot; null if none. */
  public @Nullable Version get(Table table, Key key, StatementSnapshot pinned) {
    KeySpan span = KeySpan.single(key);
    scope.open().noteRead(span);
    VersionedReads overlaid = pinned.overlaid(List.of(span));
    return overlaid == null
        ? reads.get(table, key, pinned.readTimestamp())
        : reads.get(table, key, pinned.readTimestamp(), overlaid);
  }
}
