package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.memory.MemorySource;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.PageBuilder;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.GetRequest;
import dev.colonnade.scan.row.RowReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gets of single rows. Rows of tables with one family are asked for one by one, without a cursor;
 * others are scanned. Either way the page is made as for a scan, and says what is left if the rows
 * do not fit it. Safe for use by many threads.
 */
public final class PointReads {
  private final VersionedReads reads;
  private final Scanner scanner;
  private final MemorySource memory;
  private final ColumnCache cache;
  private final NanoTicker ticker;

  PointReads(
      VersionedReads reads,
      Scanner scanner,
      MemorySource memory,
      ColumnCache cache,
      NanoTicker ticker) {
    this.reads = requireNonNull(reads, "reads is null");
    this.scanner = requireNonNull(scanner, "scanner is null");
    this.memory = requireNonNull(memory, "memory is null");
    this.cache = requireNonNull(cache, "cache is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /** The rows that are there. May read the disk. */
  public ScanPage get(GetRequest request, Cancellation cancellation) {
    if (request.target().schema().hasFamilyByte()) {
      return scanner.page(request.asScan(), cancellation);
    }
    return page(request, cancellation, key -> valueOf(reads.get(key, request.readTimestamp())));
  }

  private static byte @Nullable [] valueOf(@Nullable Version version) {
    return version == null ? null : version.value();
  }

  /**
   * As {@link #get}, if memory has all that is needed; never reads the disk, so that an event loop
   * may ask. Rows of several families are never found like this.
   */
  public CachedPage tryGet(GetRequest request, Cancellation cancellation) {
    if (request.target().schema().hasFamilyByte()) {
      return CachedPage.NotCached.NOT_CACHED;
    }
    Map<Key, byte[]> found = HashMap.newHashMap(request.rowKeys().size());
    for (Key rowKey : request.rowKeys()) {
      switch (reads.tryGet(rowKey, request.readTimestamp())) {
        case CachedVersion.Found(Version version) -> found.put(rowKey, version.value());
        case CachedVersion.Absent _ -> {} // certainly not there
        case CachedVersion.NotCached _ -> {
          return CachedPage.NotCached.NOT_CACHED;
        }
      }
    }
    return new CachedPage.Found(page(request, cancellation, found::get));
  }

  private ScanPage page(
      GetRequest request, Cancellation cancellation, Function<Key, byte @Nullable []> values) {
    CompiledScan scan = new CompiledScan(request.asScan(), cache);
    RequestMemory own = memory.open();
    List<Key> rowKeys = request.rowKeys();
    try (RowReader reader = RowReader.ofPoints(scan.newRowView(), rowKeys, values, own);
        PageBuilder builder = scan.newPageBuilder(own)) {
      PageFiller filler = new PageFiller(scan, reader, builder, cancellation, ticker);
      return filler.fill(RowQuota.UNLIMITED);
    } finally {
      own.release();
    }
  }
}
