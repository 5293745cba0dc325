package dev.colonnade.engine.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.Transaction;

/**
 * Context of constraint checks.
 *
 * @param lockWait limit of waits for locks of other transactions
 */
public record CheckGround(Transaction transaction, CatalogSnapshot catalog, LockWait lockWait) {
  public CheckGround {
    requireNonNull(transaction, "transaction is null");
    requireNonNull(catalog, "catalog is null");
    requireNonNull(lockWait, "lockWait is null");
  }

  KeySearch search() {
    return new KeySearch(transaction);
  }
}
