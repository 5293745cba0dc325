package dev.colonnade.jmh;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.config.CursorKind;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * Benchmark of store cursors by kind: iteration in nanoseconds per row, seeks, short scans and
 * point reads. {@link RocksJavaBenchmark} is the baseline for the iterations.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED"})
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class CursorBenchmark {
  private static final int ROWS_PER_OPERATION = 100_000;

  @Param({"NATIVE", "PLAIN"})
  CursorKind kind;

  @Param({"true", "false"})
  boolean compacted;

  @Param({"1000000"})
  int rows;

  private SyntheticRowStore rowStore;
  private Cursor cursor;
  private final SplittableRandom random = new SplittableRandom(1);

  @Setup
  public void open() {
    rowStore = new SyntheticRowStore(rows, compacted, kind);
    rowStore.warm();
    cursor = rowStore.store().cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL));
  }

  @TearDown
  public void close() {
    cursor.close();
    rowStore.close();
  }

  /** Iterates forward and reads one byte of each key and value. */
  @Benchmark
  @OperationsPerInvocation(ROWS_PER_OPERATION)
  public long forward() {
    long sum = 0;
    for (int row = 0; row < ROWS_PER_OPERATION; row++) {
      if (!cursor.valid()) {
        cursor.checkStatus();
        cursor.seekToFirst();
      }
      sum += NativeMemory.getByte(cursor.keyAddress() + cursor.keyLength() - 1);
      sum += NativeMemory.getByte(cursor.valueAddress() + cursor.valueLength() - 1);
      cursor.next();
    }
    return sum;
  }

  /** Iterates forward and reads one byte of each value, but no key. */
  @Benchmark
  @OperationsPerInvocation(ROWS_PER_OPERATION)
  public long forwardValuesOnly() {
    long sum = 0;
    for (int row = 0; row < ROWS_PER_OPERATION; row++) {
      if (!cursor.valid()) {
        cursor.checkStatus();
        cursor.seekToFirst();
      }
      sum += NativeMemory.getByte(cursor.valueAddress() + cursor.valueLength() - 1);
      cursor.next();
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(ROWS_PER_OPERATION)
  public long backward() {
    long sum = 0;
    for (int row = 0; row < ROWS_PER_OPERATION; row++) {
      if (!cursor.valid()) {
        cursor.checkStatus();
        cursor.seekToLast();
      }
      sum += NativeMemory.getByte(cursor.keyAddress() + cursor.keyLength() - 1);
      sum += NativeMemory.getByte(cursor.valueAddress() + cursor.valueLength() - 1);
      cursor.prev();
    }
    return sum;
  }

  /**
   * Opens a cursor for one order of four rows: the lower bound of the cost of a short range scan.
   */
  @Benchmark
  public long openAndReadFour() {
    Key prefix = Key.wrap(SyntheticRowStore.key(random.nextInt(rows / 4) * 4));
    KeySpan bounds = KeySpan.prefix(Key.wrap(Arrays.copyOf(prefix.bytes(), 13)));
    long sum = 0;
    try (Cursor own = rowStore.store().cursor(Space.ROWS, CursorOptions.over(bounds))) {
      for (own.seekToFirst(); own.valid(); own.next()) {
        sum += own.valueLength();
      }
      own.checkStatus();
    }
    return sum;
  }

  /** Seeks an open cursor to an existing row. */
  @Benchmark
  public boolean seek() {
    byte[] key = SyntheticRowStore.key(random.nextInt(rows));
    return cursor.seek(key, key.length);
  }

  @Benchmark
  public byte @Nullable [] get() {
    return rowStore.store().get(Space.ROWS, Key.wrap(SyntheticRowStore.key(random.nextInt(rows))));
  }

  @Benchmark
  public Object tryGet() {
    return rowStore
        .store()
        .tryGet(Space.ROWS, Key.wrap(SyntheticRowStore.key(random.nextInt(rows))));
  }
}
