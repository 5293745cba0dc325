package dev.colonnade.jmh;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of the allocation of values of one sequence in process, by the number of threads of
 * {@code -t}, each with a session of its own: beside an atomic counter, and beside blocks of values
 * that are allocated under a lock. Reservations are written to a store on disk.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--enable-native-access=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class SequenceBenchmark {
  private static final long LOCKED_BLOCK = 1 << 20;

  /**
   * Limit of the values that are reserved ahead: the default, and more than the threads allocate
   * while a reservation is delayed.
   */
  @Param({"1048576", "16777216"})
  long aheadMax;

  private final AtomicLong counter = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private Path folder;
  private Database database;
  private Session session;
  private Sequence sequence;
  private Sequence lockedSequence;

  /** Guarded by the lock or by the monitor. */
  private long next;

  private long end;

  /** State of a thread. */
  @State(Scope.Thread)
  public static class ThreadState {
    private final LongResult result = new LongResult();
    private SequenceSession values;

    @Setup
    public void open(SequenceBenchmark shared) {
      values = shared.database.session("bench-thread").sequences();
    }
  }

  @Setup
  public void open() throws IOException {
    folder = Files.createTempDirectory("colonnade-sequence");
    database =
        Database.open(
            StorageConfig.at(folder).withSequence(SequenceConfig.DEFAULT.withAheadMax(aheadMax)));
    session = database.session("bench");
    sequence = session.defineSequence(all -> all.create("s", SequenceOptions.defaults()));
    lockedSequence = session.defineSequence(all -> all.create("l", SequenceOptions.defaults()));
  }

  @TearDown
  public void close() throws IOException {
    database.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Increments an atomic counter: the baseline. */
  @Benchmark
  public long bareCounter() {
    return counter.getAndAdd(1);
  }

  /** Allocates a value from the sequence cache through a session. */
  @Benchmark
  public long cache(ThreadState state) {
    return state.values.tryNext(sequence, state.result)
        ? state.result.value()
        : state.values.next(sequence, SegmentCache.NO_TIMEOUT).join();
  }

  /** Allocates a value from a block of a million values under a lock. */
  @Benchmark
  public long reentrantLock() {
    lock.lock();
    try {
      return nextLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Allocates a value from a block of a million values under a monitor. */
  @Benchmark
  public synchronized long monitor() {
    return nextLocked();
  }

  private long nextLocked() {
    if (next == end) {
      List<ValueRun> runs =
          session.sequences().reserve(lockedSequence, LOCKED_BLOCK, SegmentCache.NO_TIMEOUT).join();
      next = runs.getFirst().first();
      end = next + runs.getFirst().count();
    }
    return next++;
  }
}
