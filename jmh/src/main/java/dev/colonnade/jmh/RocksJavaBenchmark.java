package dev.colonnade.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.store.rocks.config.CursorKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Baseline for {@link CursorBenchmark}: iteration over the same rows with RocksJava, with direct
 * buffers and with arrays.
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
public class RocksJavaBenchmark {
  private static final int ROWS_PER_OPERATION = 100_000;
  private static final long CACHE_BYTES = 1L << 30;

  @Param({"true", "false"})
  boolean compacted;

  @Param({"1000000"})
  int rows;

  private SyntheticRowStore rowStore;
  private Cache cache;
  private ColumnFamilyOptions familyOptions;
  private DBOptions options;
  private RocksDB database;
  private RocksIterator iterator;
  private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(64);
  private final ByteBuffer valueBuffer = ByteBuffer.allocateDirect(1024);

  @Setup
  public void open() throws RocksDBException {
    rowStore = new SyntheticRowStore(rows, compacted, CursorKind.AUTO);
    cache = new LRUCache(CACHE_BYTES);
    familyOptions =
        new ColumnFamilyOptions()
            .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache));
    options = new DBOptions();
    List<ColumnFamilyDescriptor> families =
        Stream.of("default", "meta", "rows", "history")
            .map(name -> new ColumnFamilyDescriptor(name.getBytes(UTF_8), familyOptions))
            .toList();
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    database = RocksDB.openReadOnly(options, rowStore.rocksFolder().toString(), families, handles);
    iterator = database.newIterator(handles.get(2));
  }

  @TearDown
  public void close() {
    iterator.close();
    database.close();
    options.close();
    familyOptions.close();
    cache.close();
    rowStore.close();
  }

  @Benchmark
  @OperationsPerInvocation(ROWS_PER_OPERATION)
  public long directBuffers() {
    long sum = 0;
    for (int row = 0; row < ROWS_PER_OPERATION; row++) {
      rewindAtEnd();
      int keyBytes = iterator.key(keyBuffer.clear());
      int valueBytes = iterator.value(valueBuffer.clear());
      sum += keyBuffer.get(keyBytes - 1) + valueBuffer.get(valueBytes - 1);
      iterator.next();
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(ROWS_PER_OPERATION)
  public long arrays() {
    long sum = 0;
    for (int row = 0; row < ROWS_PER_OPERATION; row++) {
      rewindAtEnd();
      byte[] key = iterator.key();
      byte[] value = iterator.value();
      sum += key[key.length - 1] + value[value.length - 1];
      iterator.next();
    }
    return sum;
  }

  private void rewindAtEnd() {
    if (!iterator.isValid()) {
      iterator.seekToFirst();
    }
  }
}
