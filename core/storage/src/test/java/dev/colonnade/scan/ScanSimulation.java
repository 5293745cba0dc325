package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.clock.ManualTicker;
import dev.colonnade.key.Key;
import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.split.RangeChange;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.SplitDependencies;
import dev.colonnade.split.SplitPace;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.plan.RangeBoundaries;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.split.queue.QueueOptions;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.ManualExecutor;
import dev.colonnade.testing.ManualScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Deterministic simulation of scans, gets and writes of one random table while the scheduler splits
 * and merges its ranges, on a single thread. The random seed determines which actor runs the next
 * step (a page, a row, a split), so that a run is reproducible from its seed. While a split counts
 * rows, other actors run steps as well.
 */
final class ScanSimulation implements AutoCloseable {
  private static final int SCANS_MAX = 5;

  /** A step of another actor interrupts a split once per this many counted rows, on average. */
  private static final int INTERRUPTION_STRIDE = 24;

  /** Limits under which all ranges are merged. */
  private static final RangeLimits LARGE =
      RangeLimits.ofMaxBytes(8 << 20).withMinBytes(2 << 20).withRequestsPerSecondMax(1e9);

  private final Random random;
  private final RandomTable rows;
  private final RandomRequests requests;
  private final RangeLimits small;
  private final ManualTicker ticker = new ManualTicker();
  private final ManualExecutor executor = new ManualExecutor();
  private final ManualScheduler schedule = new ManualScheduler();
  private final RangeLoads loads;
  private final SplitScheduler splits;
  private final List<SimulatedScan> scans = new ArrayList<>();
  private final StringBuilder trace = new StringBuilder();
  private boolean isSplitting;
  private int scanCount;
  private int getCount;
  private int interruptions;

  ScanSimulation(Random random) {
    this.random = random;
    ColumnCacheOptions cache =
        random.nextBoolean()
            ? ColumnCacheOptions.OFF
            : new ColumnCacheOptions(1 << 20, 1 + random.nextInt(6), 0, 1 << 20, 0);
    RandomTable.Size size = new RandomTable.Size(8, 600 + random.nextInt(1_200));
    rows = new RandomTable(random, new MemoryStore(), cache, size);
    requests = new RandomRequests(random, rows);
    small =
        RangeLimits.ofMaxBytes((64L + random.nextInt(64)) << 10)
            .withMinBytes(random.nextInt(16) << 10)
            .withRequestsPerSecondMax(10 + random.nextInt(60));
    SplitPace pace =
        SplitPace.DEFAULT.withTimes(
            Duration.ofSeconds(1),
            Duration.ofSeconds(1 + random.nextInt(4)),
            Duration.ofSeconds(1 + random.nextInt(8)));
    SplitConfig config =
        SplitConfig.DEFAULT
            .withLimits(small)
            .withPace(pace)
            .withQueue(QueueOptions.DEFAULT.withConcurrency(1 + random.nextInt(6)));
    loads = new RangeLoads(rows.table.ranges, ticker, pace.loadWindow());
    splits = schedule(config);
    rows.table.duringCount(this::interrupt);
  }

  private SplitScheduler schedule(SplitConfig config) {
    ScanTable table = rows.table;
    WritePressure pressure = new WritePressure(table.ranges, loads, ticker, config.pressure());
    return new SplitScheduler(
        new SplitDependencies(
            new SplitDependencies.Data(
                table.store, table.mvcc.pipeline, table.ranges, RangeBoundaries.NONE),
            table.rangeOperations,
            new ExclusiveSectionHistogram(ticker),
            new SplitDependencies.Traffic(loads, pressure),
            executor,
            schedule,
            ticker),
        config);
  }

  /** Runs {@code steps} steps, then completes all scans and all work, and verifies the ranges. */
  void play(int steps) {
    for (int step = 0; step < steps; step++) {
      step();
    }
    while (!scans.isEmpty()) {
      stepScan();
    }
    runAll();
    assertThat(RangeVerifier.verify(rows.table.store, rows.table.boundaries).problems()).isEmpty();
    note("end " + rows.table.ranges.map().all());
  }

  private void step() {
    switch (random.nextInt(28)) {
      case 0, 1 -> openScan();
      case 2, 3, 4, 5, 6 -> stepScan();
      case 7, 8, 9 -> get();
      case 10, 11, 12, 13, 14 -> write();
      case 15 -> rows.evolve();
      case 16 -> splitOrMerge();
      case 17, 18, 19 -> work();
      case 20, 21, 22 -> pass();
      case 23, 24 -> readMuch();
      case 25, 26 -> changeLimits();
      default -> collect();
    }
  }

  private void openScan() {
    if (scans.size() == SCANS_MAX) {
      return;
    }
    ScanRequest request = requests.next();
    loads.read(request.spans());
    scans.add(
        switch (random.nextInt(3)) {
          case 0 -> SimulatedScan.byPages(rows, request);
          case 1 -> SimulatedScan.byStream(rows, request, open(request));
          default ->
              SimulatedScan.byStream(
                  rows,
                  request,
                  request.options().ordered() ? openParallel(request) : open(request));
        });
    scanCount++;
    note("open");
  }

  private PageStream open(ScanRequest request) {
    return rows.table.scanner.open(request, Cancellation.withoutDeadline());
  }

  /**
   * Opens a parallel scan, partitioned by the current ranges, which will change during the scan.
   */
  private PageStream openParallel(ScanRequest request) {
    return rows.table.scanner.open(
        request,
        Cancellation.withoutDeadline(),
        new Parallelism(Runnable::run, 1 + random.nextInt(3), 1 + random.nextInt(4)));
  }

  private void stepScan() {
    if (scans.isEmpty()) {
      return;
    }
    SimulatedScan scan = scans.get(random.nextInt(scans.size()));
    boolean isOver = scan.step();
    note("page " + scan.rowCount());
    if (isOver) {
      scan.close();
      scans.remove(scan);
    }
  }

  private void get() {
    List<PageFormat> sent = List.of(PageFormat.COL_BATCH, PageFormat.KEY_VALUES, PageFormat.AUTO);
    PageFormat format = sent.get(random.nextInt(sent.size()));
    List<Key> rowKeys =
        Stream.generate(() -> rows.table.rowKey(rows.randomKey()))
            .limit(1 + random.nextInt(4))
            .toList();
    ScanRequest request =
        ScanRequest.of(
                rows.table.target(),
                ScanRequest.spansOf(rows.table.target(), rowKeys),
                rows.randomTimestamp(),
                Selection.all(rows.table.schema()))
            .withOptions(ScanOptions.DEFAULT.withFormat(format));
    rowKeys.forEach(loads::read);
    try (ScanPage page = rows.table.page(request)) {
      assertThat(Pages.rowsOf(page, request))
          .as("get %s", request)
          .isEqualTo(rows.expected(request));
      note("get " + page.rowCount());
    }
    getCount++;
  }

  private void write() {
    for (int change = 0; change < 24; change++) {
      rows.changeRow();
    }
    note("write");
  }

  /** Splits or merges without the scheduler, as {@code splitAt} does. */
  private void splitOrMerge() {
    if (random.nextBoolean()) {
      rows.split();
    } else {
      rows.merge();
    }
    note("ranges " + rows.table.ranges.map().size());
  }

  /** Runs one of the splits and merges that are due. */
  private void work() {
    if (executor.size() > 0) {
      isSplitting = true;
      executor.run(random.nextInt(executor.size()));
      isSplitting = false;
      note("work " + rows.table.ranges.map().size());
    }
  }

  private void runAll() {
    while (executor.size() > 0) {
      work();
    }
  }

  /**
   * Runs a step of another actor during a split. Called for every counted row, in splits and in
   * commits.
   */
  private void interrupt() {
    if (!isSplitting || random.nextInt(INTERRUPTION_STRIDE) > 0) {
      return;
    }
    isSplitting = false;
    interruptions++;
    switch (random.nextInt(3)) {
      case 0 -> stepScan();
      case 1 -> get();
      default -> write();
    }
    isSplitting = true;
  }

  private void pass() {
    ticker.advance(Duration.ofMillis(100 + random.nextInt(3_000)));
    schedule.tick();
    note("tick " + executor.size());
  }

  /** Adds read load to ranges. */
  private void readMuch() {
    for (int read = 0; read < 600; read++) {
      loads.read(rows.table.rowKey(rows.randomKey()));
    }
  }

  private void changeLimits() {
    splits.changeDefaultLimits(random.nextInt(4) > 0 ? small : LARGE);
  }

  /** Collects garbage, up to a timestamp that is not above those of the open scans. */
  private void collect() {
    long horizon =
        Math.min(
            rows.randomTimestamp(),
            scans.stream().mapToLong(SimulatedScan::timestamp).min().orElse(Long.MAX_VALUE));
    rows.table.mvcc.collector.collect(horizon, Runnable::run).join();
    rows.forgetBefore(horizon);
    note("collect");
  }

  private void note(String what) {
    trace.append(what).append('\n');
  }

  /** Returns the log of all steps. */
  String trace() {
    return trace.toString();
  }

  /** Returns the number of the scheduler's splits and merges, by reason. */
  Map<RangeChange.Reason, Long> changes() {
    return splits.statistics().changes();
  }

  int scanCount() {
    return scanCount;
  }

  int getCount() {
    return getCount;
  }

  int interruptions() {
    return interruptions;
  }

  @Override
  public void close() {
    scans.forEach(SimulatedScan::close);
    executor.runAll();
    splits.close();
    rows.close();
  }
}
