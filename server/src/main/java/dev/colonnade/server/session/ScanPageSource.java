package dev.colonnade.server.session;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.ipc.StreamHeader;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.ScanTrace;
import dev.colonnade.scan.page.ScanUsage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.server.session.page.EncodedPage;
import dev.colonnade.server.session.page.FrameBudget;
import dev.colonnade.server.session.page.PagePayload;
import dev.colonnade.server.session.page.ScanResultTranslator;
import dev.colonnade.server.session.row.RowReads;
import dev.colonnade.server.translate.ResumeToken;
import dev.colonnade.server.translate.ScanTranslator;
import dev.colonnade.server.translate.ScanTranslator.Prepared;
import dev.colonnade.server.translate.TableTranslator;
import dev.colonnade.storage.config.ScanConfig;
import org.jspecify.annotations.Nullable;

/** Source of the encoded pages of a scan. Not thread-safe; used by one thread at a time. */
final class ScanPageSource implements AutoCloseable {
  private final Scan scan;
  private final SessionDependencies dependencies;
  private final FrameBudget budget;
  private final Prepared prepared;
  private final ResultMetadata head;
  private final PagePayload.Encoders encoders;
  private final @Nullable PageStream stream;

  /** Page of a scan of a single page, until it is returned. */
  private @Nullable ScanPage first;

  private ScanUsage usage = ScanUsage.NONE;
  private @Nullable ScanTrace trace;
  private ResumeReason reason = ResumeReason.END;
  private Bytes resume = Bytes.EMPTY;

  private ScanPageSource(Opening opening, ResultMetadata head) {
    this.scan = opening.scan();
    this.dependencies = opening.dependencies();
    this.budget = opening.budget();
    this.prepared = opening.prepared();
    this.stream = opening.stream();
    this.first = opening.first();
    this.head = head;
    this.encoders =
        PagePayload.Encoders.of(ScanResultTranslator.compression(head.encoding().compression()));
  }

  /** Resources from which a source is created. */
  private record Opening(
      Scan scan,
      SessionDependencies dependencies,
      Table table,
      FrameBudget budget,
      Prepared prepared,
      @Nullable PageStream stream,
      @Nullable ScanPage first)
      implements AutoCloseable {
    @Override
    public void close() {
      if (first != null) {
        first.close();
      }
      if (stream != null) {
        stream.close();
      }
    }
  }

  /**
   * Consumer of the pages.
   *
   * @param cancellation is canceled when the pages are not needed any more
   * @param payloadBytesMax maximum length of a page and its resume key in one frame, in bytes
   */
  record Reader(Cancellation cancellation, int payloadBytesMax) {}

  /**
   * Validates a scan and opens it; reads the page of a scan of a single page. May read from disk.
   */
  static ScanPageSource open(
      Scan scan, RowReads reads, Session session, SessionDependencies dependencies, Reader reader) {
    // The timestamp precedes the catalog snapshot, so that the snapshot has every schema version.
    long readTimestamp = reads.readTimestamp(ScanTranslator.readMode(scan));
    Table table = reads.catalog().table(scan.target().tableId());
    session.rights().requireRead(table);
    FrameBudget budget = FrameBudget.of(reader.payloadBytesMax(), dependencies.limits());
    Prepared prepared = prepare(scan, table, readTimestamp, dependencies, budget);
    Cancellation cancellation = reader.cancellation();
    boolean single = scan.flow().singlePage();
    Opening opening =
        new Opening(
            scan,
            dependencies,
            table,
            budget,
            prepared,
            single ? null : reads.scan(table, prepared.request(), cancellation),
            single ? reads.page(table, prepared.request(), cancellation) : null);
    try {
      return new ScanPageSource(opening, head(opening));
    } catch (RuntimeException | Error e) {
      opening.close();
      throw e;
    }
  }

  private static Prepared prepare(
      Scan scan,
      Table table,
      long readTimestamp,
      SessionDependencies dependencies,
      FrameBudget budget) {
    ScanConfig config = dependencies.database().config().scan();
    boolean isPairs = scan.page().format() == ScanFormat.KEY_VALUES;
    long pageBytes = isPairs ? config.pageBytes() : config.columnPageBytes();
    PageLimits defaults = PageLimits.DEFAULT.withEncodedBytes(pageBytes);
    Prepared prepared = ScanTranslator.of(scan, table, readTimestamp, defaults);
    ScanLimits limits = prepared.request().limits();
    budget.requireResume(prepared.tokenFor(prepared.request().spans(), 0));
    long bytesMax = Math.min(limits.page().encodedBytes(), budget.pageBytesMax());
    ScanRequest request =
        prepared.request().withLimits(limits.withPage(limits.page().withEncodedBytes(bytesMax)));
    return new Prepared(request, prepared.rowsReturnedBefore());
  }

  private static ResultMetadata head(Opening opening) {
    long readTimestamp = opening.prepared().request().readTimestamp();
    int schemaVersion = opening.table().schema().version();
    BatchSchema columns = columns(opening);
    Compression compression = opening.scan().page().compression();
    if (columns == null) {
      return ScanResultTranslator.pairsHead(compression, readTimestamp, schemaVersion);
    }
    return new ResultMetadata(
        new ResultMetadata.Encoding(ScanFormat.COL_BATCH, compression),
        readTimestamp,
        schemaVersion,
        TableTranslator.resultColumns(
            opening.table().schema(), opening.prepared().request().selection().projection()),
        Bytes.copyOf(StreamHeader.encode(columns)));
  }

  /** Returns the columns of the pages; null if they are key-value pairs. */
  private static @Nullable BatchSchema columns(Opening opening) {
    PageStream stream = opening.stream();
    if (stream != null) {
      boolean isColumns = stream.format() == dev.colonnade.scan.request.PageFormat.COL_BATCH;
      return isColumns ? stream.schema() : null;
    }
    return opening.first() instanceof ColumnPage page ? page.batch().schema() : null;
  }

  public ResultMetadata head() {
    return head;
  }

  /** Returns the next page; null after the last. May read from disk and wait for other threads. */
  public @Nullable EncodedPage next() {
    ScanPage page = takeNext();
    if (page == null) {
      return null;
    }
    usage = usage.plus(page.usage());
    trace = plus(trace, page.trace());
    boolean ends = page.end().isLast() || page.reason() == StopReason.ROW_LIMIT;
    reason = ScanResultTranslator.reason(page.reason());
    resume = ends ? Bytes.EMPTY : token(page);
    EncodedPage ready = ready(page);
    dependencies
        .observer()
        .pageRead(RequestType.SCAN, page.rowCount(), page.usage().encodedBytes());
    dependencies
        .observer()
        .scanned(RequestType.SCAN, page.usage().scannedBytes(), page.usage().keyValues());
    return ready;
  }

  private @Nullable ScanPage takeNext() {
    if (stream != null) {
      return stream.next();
    }
    ScanPage only = first;
    first = null;
    return only;
  }

  /** Returns the resume token after a page; closes the page if the token exceeds its budget. */
  private Bytes token(ScanPage page) {
    ResumeToken token = prepared.tokenFor(page.resume(), usage.rows());
    try {
      budget.requireResume(token);
      return token.toBytes();
    } catch (ColonnadeException e) {
      page.close();
      throw e;
    }
  }

  /** Encodes a page. A page of one row may exceed the frame budget; it is freed then. */
  private EncodedPage ready(ScanPage page) {
    int rowCount = page.rowCount();
    PagePayload payload = PagePayload.of(page, encoders);
    EncodedPage ready =
        new EncodedPage(
            new dev.colonnade.protocol.response.ScanResponse.Page(
                rowCount,
                reason,
                resume,
                ScanResultTranslator.usage(page.usage()),
                payload.bytes()),
            payload.release());
    try {
      budget.requirePage(ready);
      return ready;
    } catch (ColonnadeException e) {
      ready.discard();
      throw e;
    }
  }

  private static @Nullable ScanTrace plus(@Nullable ScanTrace left, @Nullable ScanTrace right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return left.plus(right);
  }

  /** Returns the final response, after the last page. */
  public ScanResponse.End end() {
    return new ScanResponse.End(
        reason,
        scan.flow().singlePage() ? resume : Bytes.EMPTY,
        ScanResultTranslator.usage(usage),
        ScanResultTranslator.trace(trace));
  }

  /** Releases store resources until the next page. */
  void pause() {
    if (stream != null) {
      stream.pause();
    }
  }

  /** Releases all resources; may wait for other threads. */
  @Override
  public void close() {
    if (first != null) {
      first.close();
      first = null;
    }
    if (stream != null) {
      stream.close();
    }
  }
}
