package dev.colonnade.jmh;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.storage.config.ScanConfig;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of local scans of lineitem, without a network, beside a plain cursor over the same
 * rows, in nanoseconds per row. The table has two ranges; {@link #columns4InParallel} scans both in
 * parallel.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--enable-native-access=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class ScanBenchmark {
  private static final long MIDDLE_ORDER = 300_000;

  /** True if scans read cached columns; false if they read the cursor. */
  @Param({"false", "true"})
  private boolean cached;

  private LineItemFolders files;
  private RocksStore store;
  private Database database;
  private Session session;
  private Table table;

  @Setup
  public void open() {
    files = new LineItemFolders();
    StorageConfig defaults = StorageConfig.at(files.database());
    ScanConfig scans = defaults.scan();
    StorageConfig config = cached ? defaults : defaults.withScan(scans.withColumnCacheBytes(0));
    store = RocksStore.open(files.store(), config.store(), UUID.randomUUID());
    database = Database.open(config);
    session = database.session("bench");
    table = session.catalog().table(LineItemFolders.TABLE);
    session.splitAt(table, List.of(table.format().keyCodec().prefix(MIDDLE_ORDER)));
  }

  @TearDown
  public void close() {
    session.close();
    database.close();
    store.close();
    files.close();
  }

  /** Iterates over the same rows with a plain cursor; reads one byte of each key and value. */
  @Benchmark
  @OperationsPerInvocation(LineItemFolders.ROWS)
  public long bareCursor() {
    long sum = 0;
    CursorOptions options = CursorOptions.over(table.format().keyCodec().span());
    try (Cursor cursor = store.cursor(Space.ROWS, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        sum += NativeMemory.getByte(cursor.keyAddress() + cursor.keyLength() - 1);
        sum += NativeMemory.getByte(cursor.valueAddress() + cursor.valueLength() - 1);
      }
      cursor.checkStatus();
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(LineItemFolders.ROWS)
  public long columns1() {
    return scan(ScanOptions.DEFAULT, "l_extendedprice");
  }

  @Benchmark
  @OperationsPerInvocation(LineItemFolders.ROWS)
  public long columns4() {
    return scan(ScanOptions.DEFAULT, "l_quantity", "l_extendedprice", "l_discount", "l_shipdate");
  }

  @Benchmark
  @OperationsPerInvocation(LineItemFolders.ROWS)
  public long columns4InParallel() {
    return scan(
        ScanOptions.DEFAULT.withOrdered(false),
        "l_quantity",
        "l_extendedprice",
        "l_discount",
        "l_shipdate");
  }

  @Benchmark
  @OperationsPerInvocation(LineItemFolders.ROWS)
  public long columns16() {
    return scan(Selection.all(table.schema()), ScanOptions.DEFAULT);
  }

  @Benchmark
  @OperationsPerInvocation(LineItemFolders.ROWS)
  public long keyValues() {
    return scan(
        Selection.all(table.schema()), ScanOptions.DEFAULT.withFormat(PageFormat.KEY_VALUES));
  }

  private long scan(ScanOptions options, String... columns) {
    List<Integer> ids = Stream.of(columns).map(name -> table.schema().column(name).id()).toList();
    return scan(Selection.of(ids), options);
  }

  private long scan(Selection selection, ScanOptions options) {
    ScanTarget target = ScanTarget.rows(table.format());
    ScanRequest request =
        ScanRequest.of(target, List.of(target.span()), session.latestTimestamp(), selection)
            .withOptions(options);
    long rows = 0;
    try (PageStream stream = session.scan(table, request, Cancellation.withoutDeadline())) {
      ScanPage page = stream.next();
      while (page != null) {
        rows += page.end().usage().rows();
        page.close();
        page = stream.next();
      }
    }
    if (rows != LineItemFolders.ROWS) {
      throw new IllegalStateException("rows=" + rows + " expected=" + LineItemFolders.ROWS);
    }
    return rows;
  }
}
