package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.range.RangeMap;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.memory.MemorySource;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import java.util.List;
import java.util.function.Supplier;

/**
 * Scans, in all their forms, and gets of one or many rows, which are scans of the rows' spans.
 *
 * <p>{@link #page} is one page and keeps nothing: whatever happens between two pages, a split, a
 * restart, another connection, the next one goes on where the last one says. {@link #open} makes
 * the same pages, and keeps its cursor in between. Both refuse a timestamp outside of what can be
 * read, a column that is not there and a literal of the wrong type before they read anything; after
 * any error no page is left. Safe for use by many threads.
 */
public final class Scanner {
  private final VersionedReads reads;
  private final Supplier<RangeMap> ranges;
  private final MemorySource memory;
  private final ColumnCache cache;
  private final NanoTicker ticker;

  /**
   * @param ranges the ranges of this moment
   * @param memory where requests have their memory from
   * @param cache columns of earlier scans; learns of all commits by its own {@linkplain
   *     ColumnCache#invalidation participant}
   * @param ticker measures the stages of traced scans
   */
  public Scanner(
      VersionedReads reads,
      Supplier<RangeMap> ranges,
      MemorySource memory,
      ColumnCache cache,
      NanoTicker ticker) {
    this.reads = requireNonNull(reads, "reads is null");
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.memory = requireNonNull(memory, "memory is null");
    this.cache = requireNonNull(cache, "cache is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /** The first page of a request; the caller closes it. */
  public ScanPage page(ScanRequest request, Cancellation cancellation) {
    CompiledScan scan = new CompiledScan(request, cache);
    RequestMemory own = memory.open();
    try (ReadView view = reads.open(request.readTimestamp());
        ScanPiece piece =
            new ScanPiece(
                new ScanPiece.Context(scan, view, own, cancellation, ticker), request.spans())) {
      return piece.next(RowQuota.of(scan));
    } finally {
      own.release();
    }
  }

  /** Gets of single rows, out of the same memory. */
  public PointReads pointReads() {
    return new PointReads(reads, this, memory, cache, ticker);
  }

  /** All pages of a request, made on the reader's thread. */
  public ScanStream open(ScanRequest request, Cancellation cancellation) {
    CompiledScan scan = compileForStream(request);
    ReadView view = reads.open(request.readTimestamp());
    return new SequentialStream(contextOf(scan, view, cancellation));
  }

  /** All pages of a request, made by several threads. */
  public ScanStream open(ScanRequest request, Cancellation cancellation, Parallelism parallelism) {
    CompiledScan scan = compileForStream(request);
    int piecesMax = parallelism.degree() * RangePieces.PIECES_PER_THREAD;
    List<List<KeySpan>> pieces =
        RangePieces.cut(request.spans(), ranges.get(), piecesMax, request.options().isReverse());
    ReadView view = reads.open(request.readTimestamp());
    if (pieces.isEmpty()) {
      return new SequentialStream(contextOf(scan, view, cancellation));
    }
    Cancellation own = Cancellation.within(cancellation);
    return new ParallelStream(contextOf(scan, view, own), own, parallelism, pieces);
  }

  private CompiledScan compileForStream(ScanRequest request) {
    if (request.limits().allowEmptyPage()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "a stream that may return empty pages would return the same one for ever:"
              + " allowEmptyPage=true");
    }
    return new CompiledScan(request, cache);
  }

  private ScanPiece.Context contextOf(CompiledScan scan, ReadView view, Cancellation cancellation) {
    try {
      return new ScanPiece.Context(scan, view, memory.open(), cancellation, ticker);
    } catch (RuntimeException | Error e) {
      view.close();
      throw e;
    }
  }
}
