package dev.colonnade.scan;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.commit.extension.CompositeParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.memory.MemorySource;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.scan.segment.SegmentDisk;
import dev.colonnade.scan.segment.SegmentLimits;
import dev.colonnade.scan.segment.SegmentStore;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Store;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Fixture of a table to scan, with store, ranges, commit pipeline and scanner, and memory that
 * detects leaks.
 */
public final class ScanTable implements AutoCloseable {
  static final long TABLE_ID = 77;

  /** More passes than the writer of segments waits for blocks that do not change. */
  private static final int SEGMENT_PASSES = 8;

  private static final int SEGMENT_FILE_BYTES = 4096;

  private static final long MEMORY_BYTES = 512L * 1024 * 1024;

  Store store;
  MvccFixture mvcc;
  final RowBoundaries boundaries = new Boundaries();
  Ranges ranges;
  RangeOperations rangeOperations;
  final BufferAllocator memory = PoisonedMemory.allocator(MEMORY_BYTES);
  ColumnCache cache;
  private final ColumnCacheOptions cacheOptions;
  private final @Nullable Path segmentFolder;
  private long segmentBytesMax = SegmentLimits.BYTES_MAX;

  /** Executor of writes that do not wait for {@link #writeSegments}. */
  private final AtomicReference<Executor> soon = new AtomicReference<>(write -> {});

  private final ColumnCache noCache = ColumnCache.open(ColumnCacheOptions.OFF);
  private RowFormat format;
  private RowWriter writer;
  private Runnable duringCount = () -> {};
  Scanner scanner;

  /** Scanner without a column cache. */
  Scanner uncachedScanner;

  public ScanTable(Store store, TableSchema schema) {
    this(store, schema, ColumnCacheOptions.OFF);
  }

  public ScanTable(Store store, TableSchema schema, ColumnCacheOptions cacheOptions) {
    this(store, schema, cacheOptions, null);
  }

  /** Creates a table whose column cache has segments in a folder. */
  public ScanTable(
      Store store,
      TableSchema schema,
      ColumnCacheOptions cacheOptions,
      @Nullable Path segmentFolder) {
    this.store = store;
    this.format = new RowFormat(TABLE_ID, new SchemaHistory(schema));
    this.writer = new RowWriter(format);
    this.cacheOptions = cacheOptions;
    this.segmentFolder = segmentFolder;
    this.ranges = Ranges.open(store, boundaries);
    this.cache = newCache();
    this.mvcc = newMvcc();
    this.rangeOperations = new RangeOperations(store, mvcc.pipeline, ranges);
    this.scanner = newScanner(RequestMemory.LIMIT_BYTES_DEFAULT);
    this.uncachedScanner = newScanner(RequestMemory.LIMIT_BYTES_DEFAULT, noCache);
  }

  private ColumnCache newCache() {
    return new ColumnCache(
        cacheOptions,
        PoisonedMemory.allocator(Math.max(1, cacheOptions.bytesMax())),
        segmentFolder == null ? null : segments(segmentFolder));
  }

  private SegmentDisk segments(Path folder) {
    try {
      SegmentLimits limits = new SegmentLimits(segmentBytesMax, SEGMENT_FILE_BYTES);
      return new SegmentDisk(
          SegmentStore.open(folder, store, limits),
          NanoTicker.system(),
          () -> true,
          write -> soon.get().execute(write));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private MvccFixture newMvcc() {
    return new MvccFixture(
        store,
        new CompositeParticipant(ranges, cache.invalidation()),
        CommitOptions.DEFAULT.withDurability(Durability.RELAXED),
        UnaryOperator.identity());
  }

  /** Starts again on the same store, or on another one: what a crash has left of it. */
  void restart(Store next) {
    cache.close();
    mvcc.pipeline.close();
    store = next;
    ranges = Ranges.open(store, boundaries);
    cache = newCache();
    mvcc = newMvcc();
    rangeOperations = new RangeOperations(store, mvcc.pipeline, ranges);
    scanner = newScanner(RequestMemory.LIMIT_BYTES_DEFAULT);
    uncachedScanner = newScanner(RequestMemory.LIMIT_BYTES_DEFAULT, noCache);
  }

  /** Starts again with another limit of the bytes of segments. */
  void limitSegments(long bytesMax) {
    segmentBytesMax = bytesMax;
    restart(store);
  }

  /** Writes blocks that the cache has no space for when they are loaded, on the reader's thread. */
  void writePassingBlocksAtOnce() {
    writePassingBlocks(Runnable::run);
  }

  /** Writes blocks that the cache has no space for soon after they are loaded. */
  void writePassingBlocks(Executor executor) {
    soon.set(executor);
  }

  /** Writes all quiet blocks to segments. */
  void writeSegments() {
    for (int pass = 0; pass < SEGMENT_PASSES; pass++) {
      cache.writeSegments();
    }
  }

  /** Returns a table in memory. */
  public static ScanTable of(TableSchema schema) {
    return new ScanTable(new MemoryStore(), schema);
  }

  Scanner newScanner(long memoryLimitBytes) {
    return newScanner(memoryLimitBytes, cache);
  }

  private Scanner newScanner(long memoryLimitBytes, ColumnCache columns) {
    return new Scanner(
        mvcc.reads,
        ranges::map,
        new MemorySource(memory, memoryLimitBytes),
        columns,
        NanoTicker.system());
  }

  /** Sets an action to run for every row that is counted, in commits and in splits. */
  void duringCount(Runnable action) {
    duringCount = action;
  }

  public RowFormat format() {
    return format;
  }

  TableSchema schema() {
    return format.latest();
  }

  ScanTarget target() {
    return ScanTarget.rows(format);
  }

  KeySpan span() {
    return format.keyCodec().span();
  }

  /** Replaces the table's schema history. */
  void evolve(SchemaHistory history) {
    format = new RowFormat(TABLE_ID, history);
    writer = new RowWriter(format);
  }

  Key rowKey(@Nullable Object... keyValues) {
    return format.keyCodec().encode(keyValues);
  }

  /** Returns the ids of columns by name. */
  List<Integer> ids(String... names) {
    return Arrays.stream(names).map(name -> schema().column(name).id()).toList();
  }

  int id(String name) {
    return schema().column(name).id();
  }

  /** Writes all families of a row. Returns the commit timestamp. */
  public long put(@Nullable Object... values) {
    Mutations mutations = new Mutations();
    addPut(mutations, values);
    return mvcc.pipeline.commit(mutations).timestamp();
  }

  /** Writes many rows in one commit. */
  long putAll(List<@Nullable Object[]> rows) {
    Mutations mutations = new Mutations();
    rows.forEach(row -> addPut(mutations, row));
    return mvcc.pipeline.commit(mutations).timestamp();
  }

  private void addPut(Mutations mutations, @Nullable Object... values) {
    Key rowKey = writer.reset().putAll(values).finish();
    List<ColumnFamily> families = schema().families();
    for (int i = 0; i < families.size(); i++) {
      addFamily(mutations, rowKey, i, families.get(i).id());
    }
  }

  private void addFamily(Mutations mutations, Key rowKey, int index, int familyId) {
    Key key = format.keyCodec().familyKey(rowKey, familyId);
    byte[] value = writer.familyValue(index);
    if (familyId == ColumnFamily.FIRST_ID && value != null) {
      mutations.put(key, value, Condition.ANY);
    } else if (value == null) {
      mutations.deletePart(key);
    } else {
      mutations.putPart(key, value);
    }
  }

  /** Writes one family of a row and leaves the other families unchanged. */
  long putFamily(int index, @Nullable Object... values) {
    Key rowKey = writer.reset().putAll(values).finish();
    Mutations mutations = new Mutations();
    addFamily(mutations, rowKey, index, schema().families().get(index).id());
    return mvcc.pipeline.commit(mutations).timestamp();
  }

  /** Deletes all families of a row. */
  long delete(@Nullable Object... keyValues) {
    Mutations mutations = new Mutations();
    Key rowKey = rowKey(keyValues);
    for (ColumnFamily family : schema().families()) {
      Key key = format.keyCodec().familyKey(rowKey, family.id());
      if (family.id() == ColumnFamily.FIRST_ID) {
        mutations.delete(key, Condition.ANY);
      } else {
        mutations.deletePart(key);
      }
    }
    return mvcc.pipeline.commit(mutations).timestamp();
  }

  /** Returns a scan request of all rows at the latest timestamp. */
  ScanRequest request(Selection selection) {
    return ScanRequest.of(target(), List.of(span()), mvcc.reads.latest(), selection);
  }

  ScanRequest request(String... projection) {
    return request(Selection.of(ids(projection)));
  }

  ScanRequest all() {
    return request(Selection.all(schema()));
  }

  ScanPage page(ScanRequest request) {
    return scanner.page(request, Cancellation.withoutDeadline());
  }

  /** Returns the columns of a request's result, in its order. */
  static List<Column> columnsOf(ScanRequest request) {
    TableSchema schema = request.target().schema();
    return request.selection().projection().stream().map(schema::column).toList();
  }

  @Override
  public void close() {
    memory.close();
    cache.close();
    noCache.close();
    mvcc.close();
  }

  /** Row boundaries of this table: a row begins at its first family. */
  private final class Boundaries implements RowBoundaries {
    @Override
    public Key rowStart(Key key) {
      if (!format.keyCodec().hasFamilyByte()) {
        return key;
      }
      try {
        Key rowKey = format.keyCodec().rowKeyOf(key);
        format.keyCodec().decode(rowKey);
        return rowKey;
      } catch (RuntimeException e) {
        return key; // not a family key of a row
      }
    }

    @Override
    public boolean startsRow(Key key) {
      duringCount.run();
      return format.keyCodec().familyOf(key) == ColumnFamily.FIRST_ID;
    }
  }
}
