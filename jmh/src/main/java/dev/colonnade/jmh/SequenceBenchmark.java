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
 * Drawing values of one sequence in process, by as many threads as {@code -t} says, each with a
 * session of its own: beside a bare counter, and beside the same values handed out under a lock.
 * Reservations are written to a store on the disk.
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

  /** The most that is reserved ahead: the default, and more than threads draw while they starve. */
  @Param({"1048576", "16777216"})
  long aheadMax;

  private final AtomicLong counter = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private Path folder;
  private Database database;
  private Session session;
  private Sequence sequence;
  private Sequence lockedSequence;

  /** Guarded by the lock, or by the monitor. */
  private long next;

  private long end;

  /** What each thread has of its own. */
  @State(Scope.Thread)
  public static class Drawer {
    private final LongResult result = new LongResult();
    private SequenceSession values;

    @Setup
    public void open(SequenceBenchmark shared) {
      values = shared.database.session("drawer").sequences();
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

  /** The yardstick. */
  @Benchmark
  public long bareCounter() {
    return counter.getAndAdd(1);
  }

  /** The cache as a session uses it. */
  @Benchmark
  public long cache(Drawer drawer) {
    return drawer.values.tryNext(sequence, drawer.result)
        ? drawer.result.value()
        : drawer.values.next(sequence, SegmentCache.NO_TIMEOUT).join();
  }

  /** Blocks of a million values, handed out under a lock. */
  @Benchmark
  public long reentrantLock() {
    lock.lock();
    try {
      return nextLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Blocks of a million values, handed out under a monitor. */
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
