package dev.colonnade.engine.constraint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Transaction;

/**
 * Context of constraint checks.
 *
 * @param lockWait limit of waits for locks of other transactions
 */
public record CheckContext(
    Transaction transaction, CatalogSnapshot catalog, LockWaitPolicy lockWait) {
  public CheckContext {
    requireNonNull(transaction, "transaction is null");
    requireNonNull(catalog, "catalog is null");
    requireNonNull(lockWait, "lockWait is null");
  }

  KeySearch search() {
    return new KeySearch(transaction);
  }
}
