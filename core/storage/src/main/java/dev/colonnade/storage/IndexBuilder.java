package dev.colonnade.storage;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.CommitPipeline;

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

  /** Constructor of the builder of a storage engine. */
  @FunctionalInterface
  interface Factory {
    IndexBuilder create(
        Catalog catalog, VersionedReads reads, CommitPipeline pipeline, int rowBytesMax);
  }

  /** Returns the factory for storage on its own: no table can get an index. */
  static Factory unsupported() {
    return (catalog, reads, pipeline, rowBytesMax) ->
        (table, indexId) -> {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "storage on its own does not maintain indexes: table=" + table.name());
        };
  }
}
