package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.ReadView;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.row.ReadColumns;

/**
 * What the pieces of a scan that uses the cache have in common.
 *
 * @param columns what it reads, all of it as a projection: first what its pages have, then what
 *     only its filter looks at
 * @param schema of its pages
 */
public record CachedScan(
    ColumnCache cache, ScanTarget target, ReadColumns columns, BatchSchema schema, Terms terms) {

  /**
   * How a scan may use the cache.
   *
   * @param number see {@link ColumnCache#beginScan}
   * @param mayLoad whether it may read more than it needs at once
   * @param expectedRows so many rows, and no more, at once; 0 if that is not known
   */
  public record Terms(long number, boolean mayLoad, long expectedRows) {}

  /** What one piece reads with. */
  public record Reading(ReadView view, RequestMemory memory, Cancellation cancellation) {}

  public CachedScan {
    requireNonNull(cache, "cache is null");
    requireNonNull(target, "target is null");
    requireNonNull(columns, "columns is null");
    requireNonNull(schema, "schema is null");
    requireNonNull(terms, "terms is null");
  }

  /** A reader for one piece. */
  public CacheReader open(Reading reading) {
    return new CacheReader(this, reading);
  }
}
