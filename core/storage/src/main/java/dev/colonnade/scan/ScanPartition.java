package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.cache.CacheReader;
import dev.colonnade.scan.page.ColumnPageBuilder;
import dev.colonnade.scan.page.PageBuilder;
import dev.colonnade.scan.page.PartitionSpan;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.row.RowReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Partition of a scan: spans that one thread at a time scans, page by page. The cursor is opened
 * for the first page and reused for the next ones. It may be released between any two pages without
 * an effect on them: each page starts at the resume key of the one before.
 */
final class ScanPartition implements AutoCloseable {
  private final ScanContext context;
  private final PageBuilder builder;
  private final @Nullable PartitionSpan trace;
  private List<KeySpan> remaining;
  private @Nullable RowReader reader;
  private @Nullable PageFiller filler;
  private @Nullable CachedPageFiller cachedFiller;
  private @Nullable VectorPageFiller vectorFiller;

  ScanPartition(ScanContext context, List<KeySpan> spans) {
    this.context = context;
    this.remaining = List.copyOf(spans);
    this.builder = context.scan().newPageBuilder(context.memory());
    this.trace = context.spanOf(remaining);
  }

  /** Returns the spans still to be scanned. */
  List<KeySpan> remaining() {
    return remaining;
  }

  /**
   * Returns the next page, of at most {@code rowLimit} rows. On an error the partition is closed
   * and the memory of the page is freed.
   */
  ScanPage next(long rowLimit) {
    if (trace != null) {
      trace.beginPage();
    }
    try {
      ScanPage page =
          context.scan().cached() == null ? nextFromStore(rowLimit) : nextFromCache(rowLimit);
      if (trace != null) {
        trace.endPage(page);
      }
      remaining = page.resume();
      if (page.reason() == StopReason.ROW_LIMIT) {
        releaseCursor();
      }
      return page;
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private ScanPage nextFromStore(long rowLimit) {
    PageFiller present = filler == null ? open() : filler;
    ScanPage page = present.fill(rowLimit);
    if (present.needsNewReader()) {
      releaseCursor();
    }
    return page;
  }

  private ScanPage nextFromCache(long rowLimit) {
    if (context.scan().format() == PageFormat.VECTORS) {
      VectorPageFiller present = vectorFiller == null ? openVectors() : vectorFiller;
      return present.fill(rowLimit);
    }
    CachedPageFiller present = cachedFiller == null ? openCached() : cachedFiller;
    return present.fill(rowLimit);
  }

  private CachedPageFiller openCached() {
    CacheReader cache = requireNonNull(context.openCache(), "scan has no cache");
    ColumnPageBuilder columns = (ColumnPageBuilder) builder;
    CachedPageFiller fresh = new CachedPageFiller(context, columns, cache, remaining);
    cachedFiller = fresh;
    return fresh;
  }

  private VectorPageFiller openVectors() {
    CacheReader cache = requireNonNull(context.openCache(), "scan has no cache");
    ColumnPageBuilder columns = (ColumnPageBuilder) builder;
    VectorPageFiller fresh = new VectorPageFiller(context, columns, cache, remaining);
    vectorFiller = fresh;
    return fresh;
  }

  private PageFiller open() {
    CompiledScan scan = context.scan();
    RowReader opened =
        RowReader.open(
            scan.request().target().format(),
            scan.newRowView(),
            context.view(),
            new RowReader.Route(remaining, scan.request().options().isReverse()),
            context.memory());
    reader = opened;
    PageFiller fresh =
        new PageFiller(scan, opened, builder, context.cancellation(), context.ticker());
    filler = fresh;
    return fresh;
  }

  /**
   * Closes the cursor and so releases the store resources that it pins; the next page opens
   * another.
   */
  void releaseCursor() {
    filler = null;
    if (cachedFiller != null) {
      cachedFiller.close();
      cachedFiller = null;
    }
    if (vectorFiller != null) {
      vectorFiller.close();
      vectorFiller = null;
    }
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  /** Closes the cursor and frees the memory. Idempotent. */
  @Override
  public void close() {
    releaseCursor();
    builder.close();
    if (trace != null) {
      trace.end();
    }
  }
}
