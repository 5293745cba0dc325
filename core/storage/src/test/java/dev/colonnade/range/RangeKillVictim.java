package dev.colonnade.range;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.text;
import static dev.colonnade.mvcc.commit.MvccFixture.value;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.SplitDependencies;
import dev.colonnade.split.SplitPace;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.plan.RangeBoundaries;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * Process that writes, splits, merges, clears and collects garbage until it is killed. It prints
 * every acknowledged commit to standard output: one line {@code ack WRITER NUMBER} per commit.
 *
 * <p>Commit n of a writer sets its counter to n, inserts a row n and deletes row n - {@value
 * #ROWS_KEPT}.
 */
final class RangeKillVictim {
  static final int WRITERS = 3;
  static final int ROWS_KEPT = 20;
  static final RowBoundaries BOUNDARIES = new FamilyRowBoundaries();
  private static final SplitConfig SPLITS =
      SplitConfig.DEFAULT
          .withLimits(
              RangeLimits.ofMaxBytes(RangeLimits.MAX_BYTES_LEAST).withRequestsPerSecondMax(100))
          .withPace(SplitPace.DEFAULT.withTimes(SplitPace.LEAST, SplitPace.LEAST, SplitPace.LEAST));

  /** Writes of commits: in groups, or in chunks of one key. */
  enum Chunks {
    NONE,
    /** Chunks are store batches. */
    BATCHES,
    /** Chunks of new rows are ingested as files, which takes longer. */
    FILES;

    private CommitOptions options() {
      long ingestBytesMin =
          switch (this) {
            case NONE, BATCHES -> 1L << 20;
            case FILES -> 1;
          };
      return this == NONE
          ? CommitOptions.DEFAULT
          : new CommitOptions(
              Durability.SYNC,
              new BatchLimits(
                  1_000, 1 << 20, new MutationChunks.Size(1, 1 << 20), ingestBytesMin, 1),
              GroupLimits.DEFAULT,
              8192,
              1 << 10);
    }
  }

  static final UUID STORE_ID = new UUID(1, 2);

  private final Ranges ranges;
  private final MvccFixture fixture;
  private final RangeOperations operations;
  private final RangeLoads loads;
  private final WritePressure pressure;
  private final ExecutorService collecting = Executors.newSingleThreadExecutor();

  private RangeKillVictim(Store store, CommitOptions options) {
    ranges = Ranges.open(store, BOUNDARIES);
    loads = new RangeLoads(ranges, NanoTicker.system(), SPLITS.pace().loadWindow());
    pressure = new WritePressure(ranges, loads, NanoTicker.system(), SPLITS.pressure());
    fixture =
        new MvccFixture(
            store, ranges, options, dependencies -> dependencies.withAdmission(pressure));
    ExclusiveSectionHistogram sections = new ExclusiveSectionHistogram(NanoTicker.system());
    operations = new RangeOperations(store, fixture.pipeline, ranges, sections);
    schedule(store, sections);
  }

  /** Starts automatic splits and merges at the shortest intervals. */
  private void schedule(Store store, ExclusiveSectionHistogram sections) {
    new SplitScheduler(
        new SplitDependencies(
            new SplitDependencies.Data(store, fixture.pipeline, ranges, RangeBoundaries.NONE),
            operations,
            sections,
            new SplitDependencies.Traffic(loads, pressure),
            new ForkJoinPool(2),
            Executors.newSingleThreadScheduledExecutor(),
            NanoTicker.system()),
        SPLITS);
  }

  /** Runs the process. Arguments: folder of the store, seed, {@link Chunks}. */
  public static void main(String[] arguments) {
    RangeKillVictim victim =
        new RangeKillVictim(open(Path.of(arguments[0])), Chunks.valueOf(arguments[2]).options());
    for (int writer = 0; writer < WRITERS; writer++) {
      int number = writer;
      start(() -> victim.write(number));
    }
    Random random = new Random(Long.parseLong(arguments[1]));
    start(() -> victim.changeRanges(random));
  }

  /** Starts a thread whose failure ends the process with exit status 1. */
  private static void start(Runnable work) {
    Thread thread = Thread.ofPlatform().unstarted(work);
    thread.setUncaughtExceptionHandler(
        (_, failure) -> {
          System.err.println("victim failed: " + failure);
          Runtime.getRuntime().halt(1);
        });
    thread.start();
  }

  static Store open(Path folder) {
    return new DeletedSpanStore(RocksStore.open(folder, RocksStoreConfig.defaults(), STORE_ID));
  }

  static Key counter(int writer) {
    return key("c" + writer + ";0");
  }

  static Key row(int writer, long number) {
    return key("w%d-%08d;0".formatted(writer, number));
  }

  private void write(int writer) {
    String last = text(fixture.reads.get(counter(writer), fixture.reads.latest()));
    for (long number = last == null ? 1 : Long.parseLong(last) + 1; ; number++) {
      Mutations mutations =
          new Mutations()
              .put(counter(writer), value(Long.toString(number)), Condition.ANY)
              .put(row(writer, number), value("row " + number), Condition.ABSENT);
      if (number > ROWS_KEPT) {
        mutations.delete(row(writer, number - ROWS_KEPT), Condition.PRESENT);
      }
      if (writer % 2 == 0) {
        mutations.onVisible(() -> {});
      }
      fixture.pipeline.commit(mutations);
      synchronized (System.out) {
        System.out.println("ack " + writer + " " + number);
      }
    }
  }

  private void changeRanges(Random random) {
    while (true) {
      fixture.physical.set(fixture.clock.last());
      try {
        changeRange(random);
      } catch (ColonnadeException e) {
        System.out.println("refused " + e.code());
      }
    }
  }

  private void changeRange(Random random) {
    switch (random.nextInt(5)) {
      case 0, 1 -> operations.splitAt(randomKey(random));
      case 2 -> mergeSome(random);
      case 3 -> writeAndClear(random);
      default ->
          fixture.collector.collect(Math.max(0, fixture.reads.latest() - 50), collecting).join();
    }
  }

  private void writeAndClear(Random random) {
    Mutations mutations = new Mutations();
    for (int row = 0; row < 5; row++) {
      mutations.put(key("x" + row + ";0"), value("scratch"), Condition.ANY);
    }
    fixture.pipeline.commit(mutations);
    operations.clear(new KeySpan(key("x" + random.nextInt(5) + ";"), key("y")));
  }

  private void mergeSome(Random random) {
    List<RangeDescriptor> all = ranges.map().all();
    if (all.size() > 3) {
      int first = random.nextInt(all.size() - 2);
      operations.merge(all.subList(first, first + 3));
    }
  }

  private Key randomKey(Random random) {
    int writer = random.nextInt(WRITERS);
    @Nullable String last = text(fixture.reads.get(counter(writer), fixture.reads.latest()));
    long number = last == null ? 1 : Long.parseLong(last);
    return row(writer, Math.max(0, number - random.nextInt(ROWS_KEPT)));
  }
}
