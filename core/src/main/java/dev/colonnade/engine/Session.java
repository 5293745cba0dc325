package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.store.Durability;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one user does with a database. Safe for use by many threads as long as there are no
 * transactions in it.
 *
 * <p>Unless something else is said, a call may read the disk or wait for it: none of them is for
 * event loops.
 */
public final class Session implements AutoCloseable {
  private final Database database;
  private final String user;

  Session(Database database, String user) {
    this.database = database;
    this.user = requireNonNull(user, "user is null");
  }

  public String user() {
    return user;
  }

  /** The tables of this moment. Never waits. */
  public CatalogSnapshot catalog() {
    return database.catalog().snapshot();
  }

  /** Changes tables or enums: {@code session.define(catalog -> catalog.createTable(...))}. */
  public <T> T define(Function<CatalogOperations, T> change) {
    return during(() -> change.apply(database.catalogOperations()));
  }

  /** An empty batch for rows of {@code table}. Never waits. */
  public RowBatch newBatch(Table table) {
    return database.writes().newBatch(table);
  }

  /** Writes a batch with the durability of the configuration. */
  public CompletableFuture<WriteResult> write(RowBatch batch) {
    return write(batch, database.config().commit().durability());
  }

  /**
   * Writes a batch: all of it or nothing. The caller's thread reads what has to be read and may
   * write for others too; the future is completed by another thread.
   *
   * <p>The future fails with UNIQUE_VIOLATION, SERIALIZATION_FAILURE, UNKNOWN_TABLE if the table
   * was dropped meanwhile, OVERLOADED, DISK_FULL, COMMIT_UNKNOWN, SHUTTING_DOWN.
   */
  public CompletableFuture<WriteResult> write(RowBatch batch, Durability durability) {
    try {
      database.gate().enter();
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return database
        .writes()
        .write(batch, durability)
        .whenComplete((result, failure) -> database.gate().exit());
  }

  /** The ranges that hold keys of {@code span}, and what they hold. Never waits. */
  public List<RangeStatus> ranges(KeySpan span) {
    return database.ranges().status().stream()
        .filter(status -> status.descriptor().span().overlaps(span))
        .toList();
  }

  /**
   * Splits ranges of {@code table} at the rows of {@code keys}, which begin with the table's id. A
   * key where a range begins already is passed over.
   */
  public void splitAt(Table table, List<Key> keys) {
    for (Key key : keys) {
      if (!table.span().contains(key)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "split key is not of the table: table=" + table.name() + " key=" + key);
      }
    }
    during(
        () -> {
          new RangeCuts(database.ranges(), database.rangeOperations()).cutAll(keys);
          table.requireLive();
          return keys;
        });
  }

  /** Ends the session; what it started goes on. */
  @Override
  public void close() {}

  private <T> T during(Supplier<T> work) {
    database.gate().enter();
    try {
      return work.get();
    } finally {
      database.gate().exit();
    }
  }
}
