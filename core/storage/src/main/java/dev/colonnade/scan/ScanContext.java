package dev.colonnade.scan;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.range.RangeMap;
import dev.colonnade.scan.cache.CacheReader;
import dev.colonnade.scan.cache.CachedScan;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.PartitionSpan;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.trace.Span;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Context of a running scan, shared by all of its partitions.
 *
 * @param view snapshot that the scan reads
 * @param memory memory of the request
 * @param ticker clock for the stages of traced scans
 * @param ranges supplier of the current range map
 */
record ScanContext(
    CompiledScan scan,
    ReadView view,
    RequestMemory memory,
    Cancellation cancellation,
    NanoTicker ticker,
    Supplier<RangeMap> ranges) {

  /** Returns the span of a partition; null unless the request is traced. */
  @Nullable PartitionSpan spanOf(List<KeySpan> partition) {
    Span request = cancellation.span();
    return request == null
        ? null
        : new PartitionSpan(request, scan.subject(partition, ranges.get()), ticker);
  }

  /** Opens a column cache reader for one partition; null if the scan does not use the cache. */
  @Nullable CacheReader openCache() {
    CachedScan cached = scan.cached();
    return cached == null
        ? null
        : new CacheReader(cached, new CachedScan.Reading(view, memory, cancellation));
  }
}
