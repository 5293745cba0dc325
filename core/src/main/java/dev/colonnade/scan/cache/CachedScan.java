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
 * @param columns what it reads: the projection alone
 * @param schema of its pages
 */
public record CachedScan(
    ColumnCache cache, ScanTarget target, ReadColumns columns, BatchSchema schema, Terms terms) {

  /** The number of the scan, and whether it may read more than it needs at once. */
  public record Terms(long number, boolean mayLoad) {}

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
