package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.scan.cache.CacheReader;
import dev.colonnade.scan.cache.CachedScan;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ColumnPageBuilder;
import dev.colonnade.scan.page.PageBuilder;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.row.RowReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Spans of a scan that are walked by one thread at a time, page after page. The cursor is opened
 * for the first page and kept for the next ones; it may be let go at any time in between, and the
 * pages are the same: each begins where the one before says that there is something left.
 */
final class ScanPiece implements AutoCloseable {
  /** What all pieces of a scan share. */
  record Context(
      CompiledScan scan,
      ReadView view,
      RequestMemory memory,
      Cancellation cancellation,
      NanoTicker ticker) {
    /** Rows of the cache for one piece; null if the scan does without. */
    @Nullable CacheReader openCache() {
      CachedScan cached = scan.cached();
      return cached == null
          ? null
          : cached.open(new CachedScan.Reading(view, memory, cancellation));
    }
  }

  private final Context context;
  private final PageBuilder builder;
  private List<KeySpan> remaining;
  private @Nullable RowReader reader;
  private @Nullable PageFiller filler;
  private @Nullable CachedPageFiller cachedFiller;

  ScanPiece(Context context, List<KeySpan> spans) {
    this.context = context;
    this.remaining = List.copyOf(spans);
    this.builder = context.scan().newPageBuilder(context.memory());
  }

  /** What is left. */
  List<KeySpan> remaining() {
    return remaining;
  }

  boolean isExhausted() {
    return remaining.isEmpty();
  }

  /**
   * The next page, of at most {@code rowLimit} rows. An error leaves nothing behind: what the page
   * held is freed.
   */
  ScanPage next(long rowLimit) {
    try {
      ScanPage page =
          context.scan().cached() == null ? nextFromStore(rowLimit) : nextFromCache(rowLimit);
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

  /** Lets the cursor go, and what it holds back in the store; the next page opens another. */
  void releaseCursor() {
    filler = null;
    if (cachedFiller != null) {
      cachedFiller.close();
      cachedFiller = null;
    }
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  /** Frees cursor and memory. Closing twice is harmless. */
  @Override
  public void close() {
    releaseCursor();
    builder.close();
  }
}
