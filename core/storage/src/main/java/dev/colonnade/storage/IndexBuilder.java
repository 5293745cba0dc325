package dev.colonnade.storage;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bulk.BulkWrites;
import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.scan.Parallelism;

/**
 * Builder of the entries of a new index for the rows that its table has already. Storage does not
 * maintain indexes: the engine does, which compiles their expressions.
 */
@FunctionalInterface
public interface IndexBuilder {
  /**
   * Adds an entry for every row, and returns when all are there.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION
   */
  void build(Table table, int indexId);

  /**
   * Copies all rows of a table, which nothing writes to, to the place to which they move, with new
   * entries of its indexes; returns the newest timestamp of the copies.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION, NOT_NULL_VIOLATION
   */
  default long copyRows(Table table) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "storage on its own does not move rows: table=" + table.name());
  }

  /**
   * Environment of a builder.
   *
   * @param parallelism threads that read the rows
   */
  record Context(
      Catalog catalog,
      VersionedReads reads,
      BulkWrites bulk,
      Parallelism parallelism,
      int rowBytesMax) {
    public Context {
      requireNonNull(catalog, "catalog is null");
      requireNonNull(reads, "reads is null");
      requireNonNull(bulk, "bulk is null");
      requireNonNull(parallelism, "parallelism is null");
    }
  }

  /** Constructor of the builder of a storage engine. */
  @FunctionalInterface
  interface Factory {
    IndexBuilder create(Context context);
  }

  /** Returns the factory for storage on its own: no table can get an index. */
  static Factory unsupported() {
    return context ->
        (table, indexId) -> {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "storage on its own does not maintain indexes: table=" + table.name());
        };
  }
}
