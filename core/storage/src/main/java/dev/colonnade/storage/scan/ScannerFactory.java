package dev.colonnade.storage.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.range.RangeMap;
import dev.colonnade.scan.Scanner;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.memory.MemorySource;
import java.util.function.Supplier;

/** Factory of scanners over committed data, and over the view of a transaction. */
public final class ScannerFactory implements AutoCloseable {
  private final Supplier<RangeMap> ranges;
  private final MemorySource memory;
  private final ColumnCache cache;
  private final NanoTicker ticker;

  /** Empty column cache: cached columns lack the writes of a transaction. */
  private final ColumnCache noCache = ColumnCache.open(ColumnCacheOptions.of(0));

  public ScannerFactory(
      Supplier<RangeMap> ranges, MemorySource memory, ColumnCache cache, NanoTicker ticker) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.memory = requireNonNull(memory, "memory is null");
    this.cache = requireNonNull(cache, "cache is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  public Scanner of(VersionedReads committed) {
    return new Scanner(committed, ranges, memory, cache, ticker);
  }

  /** Returns a scanner without column cache. */
  Scanner uncached(VersionedReads overlaid) {
    return new Scanner(overlaid, ranges, memory, noCache, ticker);
  }

  @Override
  public void close() {
    noCache.close();
  }
}
