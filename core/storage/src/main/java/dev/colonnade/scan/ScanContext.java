package dev.colonnade.scan;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.scan.cache.CacheReader;
import dev.colonnade.scan.cache.CachedScan;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.request.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * Context of a running scan, shared by all of its partitions.
 *
 * @param view snapshot that the scan reads
 * @param memory memory of the request
 * @param ticker clock for the stages of traced scans
 */
record ScanContext(
    CompiledScan scan,
    ReadView view,
    RequestMemory memory,
    Cancellation cancellation,
    NanoTicker ticker) {

  /** Opens a column cache reader for one partition; null if the scan does not use the cache. */
  @Nullable CacheReader openCache() {
    CachedScan cached = scan.cached();
    return cached == null
        ? null
        : new CacheReader(cached, new CachedScan.Reading(view, memory, cancellation));
  }
}
