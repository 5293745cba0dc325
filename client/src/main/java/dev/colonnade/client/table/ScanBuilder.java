package dev.colonnade.client.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.net.Deadline;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.filter.FilterSpec;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.KeyBound;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanDirection;
import dev.colonnade.protocol.scan.ScanFlowControl;
import dev.colonnade.protocol.scan.ScanPageLimits;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.SpanSpec;
import dev.colonnade.protocol.scan.WaitPolicy;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.scan.WireScanTarget;
import dev.colonnade.protocol.schema.TableDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builder of scan requests. By default a scan reads all rows and columns of the newest snapshot of
 * the table in key order, in a format that the server selects. Not thread-safe.
 */
public final class ScanBuilder {
  /** Default credit in pages, which the server may send before the first page is consumed. */
  public static final int CREDIT_PAGES_DEFAULT = 4;

  /**
   * Default credit in payload bytes, which the server may send before the first page is consumed.
   */
  public static final long CREDIT_BYTES_DEFAULT = 8L * 1024 * 1024;

  private final TableMetadata table;
  private final List<SpanSpec> spans = new ArrayList<>();
  private KeyBound start = KeyBound.UNBOUNDED;
  private KeyBound end = KeyBound.UNBOUNDED;
  private List<String> columns = List.of();
  private FilterSpec filter = FilterSpec.ALL;
  private long rowLimit;
  private ScanDirection direction = ScanDirection.FORWARD;
  private boolean ordered = true;
  private long readTimestamp = ReadMode.LATEST_TIMESTAMP;
  private WireLockStrength lockStrength = WireLockStrength.NONE;
  private WaitPolicy waitPolicy = WaitPolicy.BLOCK;
  private ScanFormat format = ScanFormat.AUTO;
  private Compression compression = Compression.NONE;
  private long rowEstimate;
  private ScanPageLimits limits = ScanPageLimits.SERVER_DEFAULTS;
  private int creditPages = CREDIT_PAGES_DEFAULT;
  private long creditBytes = CREDIT_BYTES_DEFAULT;
  private Bytes resume = Bytes.EMPTY;
  private boolean singlePage;
  private boolean trace;
  private Optional<Duration> timeout = Optional.empty();

  /** Creates a scan of all rows and columns. */
  public ScanBuilder(TableMetadata table) {
    this.table = table;
  }

  /** Selects these columns, in this order. */
  public ScanBuilder columns(String... names) {
    columns = List.of(names);
    return this;
  }

  /** Starts at the first key that starts with these values (inclusive). */
  public ScanBuilder atLeast(@Nullable Object... keyPrefix) {
    start = bound(true, keyPrefix);
    return this;
  }

  /** Starts after the last key that starts with these values (exclusive). */
  public ScanBuilder after(@Nullable Object... keyPrefix) {
    start = bound(false, keyPrefix);
    return this;
  }

  /** Ends with the last key that starts with these values (inclusive). */
  public ScanBuilder atMost(@Nullable Object... keyPrefix) {
    end = bound(true, keyPrefix);
    return this;
  }

  /** Ends before the first key that starts with these values (exclusive). */
  public ScanBuilder before(@Nullable Object... keyPrefix) {
    end = bound(false, keyPrefix);
    return this;
  }

  /** Reads the keys that start with these values. */
  public ScanBuilder prefix(@Nullable Object... keyPrefix) {
    return atLeast(keyPrefix).atMost(keyPrefix);
  }

  /**
   * Adds a key span. If at least one span is added, the start and end of the other methods have no
   * effect.
   */
  public ScanBuilder span(SpanSpec span) {
    spans.add(requireNonNull(span, "span is null"));
    return this;
  }

  /** Filters rows by this predicate, which the server evaluates (predicate pushdown). */
  public ScanBuilder where(FilterSpec newFilter) {
    filter = requireNonNull(newFilter, "newFilter is null");
    return this;
  }

  /** Sets the maximum number of rows. */
  public ScanBuilder limit(long rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("row limit is below 1: rows=" + rows);
    }
    rowLimit = rows;
    return this;
  }

  /** Reads from the end to the start. */
  public ScanBuilder reverse() {
    direction = ScanDirection.REVERSE;
    return this;
  }

  /** Permits rows of different ranges in any order. */
  public ScanBuilder unordered() {
    ordered = false;
    return this;
  }

  /** Reads the snapshot of a timestamp. */
  public ScanBuilder asOf(long timestamp) {
    readTimestamp = timestamp;
    return this;
  }

  /** Locks the returned rows, and waits for transactions that have locked them. */
  public ScanBuilder lock(WireLockStrength strength) {
    return lock(strength, WaitPolicy.BLOCK);
  }

  /**
   * Locks the returned rows until the end of the transaction; only transactions lock rows.
   *
   * @param onLocked what happens at a row that another transaction has locked: with SKIP_LOCKED it
   *     is left out, and the limit counts the others
   */
  public ScanBuilder lock(WireLockStrength strength, WaitPolicy onLocked) {
    lockStrength = requireNonNull(strength, "strength is null");
    waitPolicy = requireNonNull(onLocked, "onLocked is null");
    return this;
  }

  /** Sets the format of the pages. */
  public ScanBuilder format(ScanFormat newFormat) {
    format = requireNonNull(newFormat, "newFormat is null");
    return this;
  }

  /** Compresses pages; the client must have the library for it. */
  public ScanBuilder compression(Compression newCompression) {
    compression = requireNonNull(newCompression, "newCompression is null");
    return this;
  }

  /** Sets the expected number of rows, which guides the server's choice of format. */
  public ScanBuilder rowEstimate(long rows) {
    rowEstimate = rows;
    return this;
  }

  /** Sets the limits of a page. */
  public ScanBuilder pageLimits(ScanPageLimits newLimits) {
    limits = requireNonNull(newLimits, "newLimits is null");
    return this;
  }

  /** Sets the initial credit: the pages and payload bytes that the server may send ahead. */
  public ScanBuilder credit(int pages, long bytes) {
    creditPages = pages;
    creditBytes = bytes;
    return this;
  }

  /** Resumes after a page of an earlier scan that was built in the same way. */
  public ScanBuilder resume(Bytes newResume) {
    resume = requireNonNull(newResume, "newResume is null");
    return this;
  }

  /** Ends after one page. */
  public ScanBuilder singlePage() {
    singlePage = true;
    return this;
  }

  /** Requests a trace of the server's work in the end of the scan. */
  public ScanBuilder trace() {
    trace = true;
    return this;
  }

  /** Sets the timeout of the whole scan; none by default. */
  public ScanBuilder timeout(Duration newTimeout) {
    timeout = Optional.of(newTimeout);
    return this;
  }

  /** Returns the description of the table. */
  public TableDescription description() {
    return table.description();
  }

  /** Returns the deadline of a scan that starts now. */
  public long deadlineNanos(long nowNanos) {
    return timeout.map(left -> Deadline.after(nowNanos, left)).orElse(Deadline.NONE);
  }

  /** Returns the request. */
  public Scan toRequest() {
    List<SpanSpec> allSpans = spans.isEmpty() ? List.of(new SpanSpec(start, end)) : spans;
    WireScanTarget target =
        new WireScanTarget(
            table.description().tableId(),
            WireScanTarget.PRIMARY_INDEX_ID,
            table.description().current().version(),
            allSpans,
            resume);
    return new Scan(
        target,
        new ScanSelection(table.columnIds(columns), filter, rowLimit, direction, ordered),
        new ReadMode(readTimestamp, lockStrength, waitPolicy),
        new PageSpec(format, compression, rowEstimate, limits),
        new ScanFlowControl(creditPages, creditBytes, singlePage, trace));
  }

  private KeyBound bound(boolean inclusive, @Nullable Object... keyPrefix) {
    if (keyPrefix.length == 0) {
      return KeyBound.UNBOUNDED;
    }
    return new KeyBound.Prefix(keyPrefix.length, inclusive, table.keyTuple(keyPrefix));
  }
}
