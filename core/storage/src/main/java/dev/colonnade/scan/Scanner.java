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
 * Entry point of table scans, and of gets of several rows, which are scans of the rows' spans.
 *
 * <p>{@link #page} returns one page and retains no state: after a split, a restart or on another
 * connection, the next request continues at the resume spans of the page. {@link #open} produces
 * the same pages and retains its cursor between them. Both throw before they read anything if the
 * timestamp is outside of the readable range, a column is unknown or a literal has the wrong type;
 * after an error no page is left to close. Thread-safe.
 */
public final class Scanner {
  private final VersionedReads reads;
  private final Supplier<RangeMap> ranges;
  private final MemorySource memory;
  private final ColumnCache cache;
  private final NanoTicker ticker;

  /**
   * @param reads versioned reads of the store
   * @param ranges supplier of the current range map
   * @param memory source of the requests' memory
   * @param cache column cache, which its own {@linkplain ColumnCache#invalidation commit
   *     participant} invalidates
   * @param ticker clock for the stages of traced scans
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

  /** Returns the first page of a request; the caller closes it. */
  public ScanPage page(ScanRequest request, Cancellation cancellation) {
    CompiledScan scan = new CompiledScan(request, cache);
    RequestMemory own = memory.open();
    try (ReadView view = reads.open(request.readTimestamp());
        ScanPartition partition =
            new ScanPartition(
                new ScanContext(scan, view, own, cancellation, ticker, ranges), request.spans())) {
      return partition.next(scan.rowsMax());
    } finally {
      own.release();
    }
  }

  /** Opens a stream of all pages of a request, which are produced on the reader's thread. */
  public PageStream open(ScanRequest request, Cancellation cancellation) {
    CompiledScan scan = compileForStream(request);
    ReadView view = reads.open(request.readTimestamp());
    return new SequentialPageStream(contextOf(scan, view, cancellation));
  }

  /** Opens a stream of all pages of a request, which several threads produce. */
  public PageStream open(ScanRequest request, Cancellation cancellation, Parallelism parallelism) {
    CompiledScan scan = compileForStream(request);
    int partitionsMax = parallelism.degree() * ScanPartitioner.PARTITIONS_PER_THREAD;
    List<List<KeySpan>> partitions =
        ScanPartitioner.partition(
            request.spans(), ranges.get(), partitionsMax, request.options().isReverse());
    ReadView view = reads.open(request.readTimestamp());
    if (partitions.isEmpty()) {
      return new SequentialPageStream(contextOf(scan, view, cancellation));
    }
    Cancellation own = Cancellation.within(cancellation);
    return new ParallelPageStream(contextOf(scan, view, own), own, parallelism, partitions);
  }

  private CompiledScan compileForStream(ScanRequest request) {
    if (request.limits().allowEmptyPage()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "a stream with empty pages allowed would return the same empty page forever:"
              + " allowEmptyPage=true");
    }
    return new CompiledScan(request, cache);
  }

  private ScanContext contextOf(CompiledScan scan, ReadView view, Cancellation cancellation) {
    try {
      return new ScanContext(scan, view, memory.open(), cancellation, ticker, ranges);
    } catch (RuntimeException | Error e) {
      view.close();
      throw e;
    }
  }
}
