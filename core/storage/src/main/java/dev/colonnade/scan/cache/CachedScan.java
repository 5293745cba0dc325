package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.ReadView;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.row.ReadColumns;

/**
 * Description of a scan that uses the column cache, shared by its partitions.
 *
 * @param columns columns that the scan reads, all of them projected: first those of its pages, then
 *     those that only its filter reads
 * @param schema schema of the pages
 */
public record CachedScan(
    ColumnCache cache, ScanTarget target, ReadColumns columns, BatchSchema schema, Terms terms) {

  /**
   * Policy of a scan for the cache.
   *
   * @param number number of the scan, see {@link ColumnCache#beginScan}
   * @param mayLoad whether the scan may load blocks, and so read more rows than it needs at once
   * @param expectedRows most rows that the scan expects, and so of one load; 0 if unknown
   * @param isReverse whether the scan reads the last row first; it loads missing columns only
   */
  public record Terms(long number, boolean mayLoad, long expectedRows, boolean isReverse) {}

  /** Read context of one partition. */
  public record Reading(ReadView view, RequestMemory memory, Cancellation cancellation) {}

  public CachedScan {
    requireNonNull(cache, "cache is null");
    requireNonNull(target, "target is null");
    requireNonNull(columns, "columns is null");
    requireNonNull(schema, "schema is null");
    requireNonNull(terms, "terms is null");
  }
}
