package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveConfig;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.gc.GarbageCollectorOptions;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.scan.Parallelism;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.segment.SegmentLimits;
import dev.colonnade.sequence.CacheMethod;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.storage.config.MemoryLimits;
import dev.colonnade.storage.config.RetentionConfig;
import dev.colonnade.storage.config.ScanConfig;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.config.TransactionConfig;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.disk.DiskConfig;
import dev.colonnade.store.rocks.config.CursorKind;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.store.rocks.config.TableFileConfig;
import dev.colonnade.store.rocks.config.WalConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reader of the database's settings. */
final class EngineConfigReader {
  static final String FOLDER = "store.folder";

  private static final int CHUNK_MUTATIONS_MAX = 1_000_000;
  private static final long GROUP_BYTES_MAX = Batch.BYTES_MAX / 2;

  private final SettingReader reader;
  private final StorageConfig defaults;

  EngineConfigReader(SettingReader reader, StorageConfig defaults) {
    this.reader = requireNonNull(reader, "reader is null");
    this.defaults = requireNonNull(defaults, "defaults is null");
  }

  /** Reads all settings. A missing folder is reported last, so that all keys are known by then. */
  StorageConfig read() {
    Optional<String> folder = reader.text(FOLDER);
    RocksStoreConfig store = store();
    CommitOptions commit = commit();
    RetentionConfig retention = retention();
    ScanConfig scan = scan();
    MemoryLimits memory = memory();
    SequenceConfig sequence = sequence();
    SplitConfig split = new SplitConfigReader(reader, defaults.split()).read();
    TransactionConfig transactions =
        new TransactionConfigReader(reader, defaults.transactions()).read();
    ArchiveConfig archive = archive();
    DiskConfig disk = disk(store);
    Path path =
        reader.valid(FOLDER, () -> Path.of(folder.orElseThrow(EngineConfigReader::folderMissing)));
    return new StorageConfig(
        path, store, commit, retention, scan, memory, split, sequence, transactions, archive, disk);
  }

  private static ColonnadeException folderMissing() {
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION,
        "the store folder is not set: use --store DIR, or set store.folder");
  }

  private RocksStoreConfig store() {
    RocksStoreConfig d = defaults.store();
    MemoryConfig memory = storeMemory();
    TableFileConfig tables = tables();
    WalConfig log = log();
    int jobs =
        reader.count(
            "store.background-jobs", d.backgroundJobs(), 1, RocksStoreConfig.BACKGROUND_JOBS_MAX);
    CursorKind cursor = reader.choice("store.cursor", d.cursorKind());
    return reader.valid("store", () -> new RocksStoreConfig(memory, tables, log, jobs, cursor));
  }

  private DiskConfig disk(RocksStoreConfig store) {
    DiskConfig automatic = DiskConfig.automatic(store.memory().writeBufferBytes());
    long reserve =
        reader.bytes(
            "store.disk-reserve", automatic.reserveBytes(), 0, DiskConfig.RESERVE_BYTES_MAX);
    return reserve == automatic.reserveBytes() ? automatic : DiskConfig.of(reserve);
  }

  private MemoryConfig storeMemory() {
    MemoryConfig d = defaults.store().memory();
    long blockCache =
        reader.bytes(
            "store.block-cache",
            d.blockCacheBytes(),
            MemoryConfig.BLOCK_CACHE_BYTES_MIN,
            MemoryConfig.BLOCK_CACHE_BYTES_MAX);
    long writeBuffer =
        reader.bytes(
            "store.write-buffer",
            d.writeBufferBytes(),
            MemoryConfig.WRITE_BUFFER_BYTES_MIN,
            MemoryConfig.WRITE_BUFFER_BYTES_MAX);
    int writeBuffers =
        reader.count(
            "store.write-buffer-count",
            d.writeBufferCount(),
            MemoryConfig.WRITE_BUFFER_COUNT_MIN,
            MemoryConfig.WRITE_BUFFER_COUNT_MAX);
    return reader.valid("store", () -> new MemoryConfig(blockCache, writeBuffer, writeBuffers));
  }

  private TableFileConfig tables() {
    TableFileConfig d = defaults.store().tables();
    int block =
        reader.bytesOfInt(
            "store.block",
            d.blockBytes(),
            TableFileConfig.BLOCK_BYTES_MIN,
            TableFileConfig.BLOCK_BYTES_MAX);
    int bloom =
        reader.count(
            "store.bloom-bits-per-key", d.bloomBitsPerKey(), 0, TableFileConfig.BLOOM_BITS_MAX);
    TableFileConfig.Compression upper = reader.choice("store.compression", d.compression());
    TableFileConfig.Compression bottom =
        reader.choice("store.bottom-compression", d.bottomCompression());
    long file =
        reader.bytes(
            "store.file",
            d.fileBytes(),
            TableFileConfig.FILE_BYTES_MIN,
            TableFileConfig.FILE_BYTES_MAX);
    return reader.valid("store", () -> new TableFileConfig(block, bloom, upper, bottom, file));
  }

  private WalConfig log() {
    WalConfig d = defaults.store().log();
    long bytes =
        reader.bytes("store.log-max", d.bytesMax(), WalConfig.BYTES_MIN, WalConfig.BYTES_MAX);
    WalConfig.Damage damage = reader.choice("store.log-damage", d.damage());
    return reader.valid("store", () -> new WalConfig(bytes, damage));
  }

  private CommitOptions commit() {
    CommitOptions d = defaults.commit();
    Durability durability = reader.choice("commit.durability", d.durability());
    CommitOptions.BatchLimits batch = batchLimits();
    CommitOptions.GroupLimits group = groupLimits();
    int queue = reader.count("commit.queue-max", d.queueCommitsMax(), 1, Integer.MAX_VALUE);
    int slots = reader.count("commit.conflict-slots", d.conflictSlots(), 1, 1 << 30);
    return reader.valid(
        "commit.conflict-slots", () -> new CommitOptions(durability, batch, group, queue, slots));
  }

  private CommitOptions.BatchLimits batchLimits() {
    CommitOptions.BatchLimits d = defaults.commit().batch();
    int mutations =
        reader.count("commit.batch-mutations-max", d.mutationsMax(), 1, Integer.MAX_VALUE);
    long bytes = reader.bytes("commit.batch-max", d.storeBytesMax(), 1, GROUP_BYTES_MAX);
    int chunkMutations =
        reader.count(
            "commit.chunk-mutations-max", d.chunk().mutationsMax(), 1, CHUNK_MUTATIONS_MAX);
    long chunkBytes = reader.bytes("commit.chunk-max", d.chunk().bytesMax(), 1, GROUP_BYTES_MAX);
    return reader.valid(
        "commit",
        () ->
            new CommitOptions.BatchLimits(
                mutations, bytes, new MutationChunks.Size(chunkMutations, chunkBytes)));
  }

  private CommitOptions.GroupLimits groupLimits() {
    CommitOptions.GroupLimits d = defaults.commit().group();
    int commits = reader.count("commit.group-commits-max", d.commitsMax(), 1, Integer.MAX_VALUE);
    long bytes = reader.bytes("commit.group-max", d.bytesMax(), 1, GROUP_BYTES_MAX);
    int perLeader =
        reader.count("commit.groups-per-leader-max", d.perLeaderMax(), 1, Integer.MAX_VALUE);
    return reader.valid("commit", () -> new CommitOptions.GroupLimits(commits, bytes, perLeader));
  }

  private RetentionConfig retention() {
    RetentionConfig d = defaults.retention();
    Duration time =
        reader.time("retention.time", d.time(), Duration.ZERO, RetentionConfig.TIME_MAX);
    Duration interval =
        reader.time(
            "retention.interval",
            d.interval(),
            RetentionConfig.INTERVAL_MIN,
            RetentionConfig.INTERVAL_MAX);
    int walked =
        reader.count(
            "retention.walked-per-step-max",
            d.collector().walkedPerStepMax(),
            1,
            Integer.MAX_VALUE);
    int removed =
        reader.count(
            "retention.removed-per-step-max",
            d.collector().removedPerStepMax(),
            1,
            Integer.MAX_VALUE);
    return reader.valid(
        "retention",
        () -> new RetentionConfig(time, interval, new GarbageCollectorOptions(walked, removed)));
  }

  private ArchiveConfig archive() {
    ArchiveConfig d = defaults.archive();
    Optional<Path> folder =
        reader.text("archive.directory").map(text -> reader.valid("archive", () -> Path.of(text)));
    Duration interval =
        reader.time(
            "archive.sync-interval",
            d.syncInterval(),
            Duration.ZERO,
            ArchiveConfig.SYNC_INTERVAL_MAX);
    long bytes =
        reader.bytes(
            "archive.segment",
            d.segmentBytesMax(),
            ArchiveConfig.SEGMENT_BYTES_MIN,
            ArchiveConfig.SEGMENT_BYTES_MAX);
    Duration age =
        reader.time(
            "archive.segment-age",
            d.segmentAgeMax(),
            ArchiveConfig.SEGMENT_AGE_MIN,
            ArchiveConfig.SEGMENT_AGE_MAX);
    Duration retention =
        reader.time("archive.retention", d.retention(), Duration.ZERO, ArchiveConfig.RETENTION_MAX);
    return reader.valid(
        "archive", () -> new ArchiveConfig(folder, interval, bytes, age, retention));
  }

  private ScanConfig scan() {
    ScanConfig d = defaults.scan();
    long page =
        reader.bytes(
            "scan.page", d.pageBytes(), ScanConfig.PAGE_BYTES_MIN, ScanConfig.PAGE_BYTES_MAX);
    int threads = reader.count("scan.threads", d.threads(), 1, ScanConfig.THREADS_MAX);
    int degree = reader.count("scan.degree", d.degree(), 1, Parallelism.DEGREE_MAX);
    long cache =
        reader.bytes("scan.column-cache", d.columnCacheBytes(), 0, ColumnCacheOptions.BYTES_MAX);
    long segments =
        reader.bytes("scan.column-segments", d.segmentBytes(), 0, SegmentLimits.BYTES_MAX);
    return reader.valid("scan", () -> new ScanConfig(page, threads, degree, cache, segments));
  }

  private SequenceConfig sequence() {
    SequenceConfig d = defaults.sequence();
    CacheMethod method = reader.choice("sequence.cache-method", d.method());
    int range = values("sequence.range", d.range());
    int cacheMin = values("sequence.cache-min", d.cacheMin());
    int aheadMax = values("sequence.ahead-max", d.aheadMax());
    Duration idle =
        reader.time(
            "sequence.idle-time", d.idle(), SequenceConfig.IDLE_MIN, SequenceConfig.IDLE_MAX);
    return reader.valid(
        "sequence", () -> new SequenceConfig(method, range, cacheMin, aheadMax, idle));
  }

  private int values(String key, long otherwise) {
    return reader.count(
        key, Math.toIntExact(otherwise), 1, Math.toIntExact(BlockSizeLimits.VALUES_MAX));
  }

  private MemoryLimits memory() {
    int row =
        reader.bytesOfInt(
            "memory.row-max", defaults.memory().rowBytesMax(), 1, MemoryLimits.ROW_BYTES_MAX);
    MemoryLimits d = MemoryLimits.ofRow(row);
    long direct =
        reader.bytes(
            "memory.direct-max", d.directBytesMax(), MemoryLimits.DIRECT_BYTES_MIN, 1L << 42);
    long request =
        reader.bytes("memory.request-max", Math.min(d.requestBytesMax(), direct), 1, 1L << 42);
    return reader.valid("memory.request-max", () -> new MemoryLimits(direct, request, row));
  }
}
