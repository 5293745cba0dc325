package dev.colonnade.store.rocks;

import static java.util.Objects.requireNonNull;

import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.store.rocks.config.TableFileConfig;
import dev.colonnade.store.rocks.config.WalConfig;
import java.util.List;
import java.util.Properties;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.WALRecoveryMode;

/** RocksDB options for a {@link RocksStoreConfig}; owns the native option objects. */
final class RocksOptions implements AutoCloseable {
  /**
   * Block format: older RocksDB cannot read newer formats; 6 also verifies the offset of blocks.
   */
  private static final int BLOCK_FORMAT_VERSION = 6;

  /** Size of the bloom filter of a write buffer: point reads of rows in files skip its search. */
  private static final double MEMTABLE_BLOOM_RATIO = 0.02;

  /**
   * Share of the block cache for blocks that were read again after they were added: a scan of a
   * table larger than the cache does not evict them. RocksJava's default is 0, RocksDB's own 0.5.
   */
  private static final double REUSED_BLOCKS_RATIO = 0.5;

  private static final int CACHE_SHARDS_AUTO = -1;
  private static final long LEVEL_BASE_FILES = 4;
  private static final long SYNC_STEP_BYTES = 1024 * 1024;
  private static final long INFO_LOG_BYTES_MAX = 16L * 1024 * 1024;
  private static final long INFO_LOG_FILES_MAX = 4;

  private final RocksStoreConfig config;
  private final Cache cache;
  private final Statistics statistics;
  private final BloomFilter bloomFilter;
  private final ColumnFamilyOptions family;
  private final DBOptions database;
  private final Options tableFiles;

  RocksOptions(RocksStoreConfig config) {
    this.config = config;
    this.cache =
        new LRUCache(
            config.memory().blockCacheBytes(), CACHE_SHARDS_AUTO, false, REUSED_BLOCKS_RATIO);
    this.statistics = new Statistics();
    statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
    this.bloomFilter = new BloomFilter(Math.max(1, config.tables().bloomBitsPerKey()), false);
    this.family = familyOptions();
    this.database = databaseOptions();
    this.tableFiles = new Options(database, family);
  }

  Cache cache() {
    return cache;
  }

  /** Returns whether a store with a damaged log is refused. */
  boolean isLogDamageRefused() {
    return config.log().damage() == WalConfig.Damage.REFUSE;
  }

  boolean isLogEnabled() {
    return config.log().isEnabled();
  }

  long cacheBytes() {
    return config.memory().blockCacheBytes();
  }

  Statistics statistics() {
    return statistics;
  }

  ColumnFamilyOptions family() {
    return family;
  }

  DBOptions database() {
    return database;
  }

  /** Returns the options of table files that are written outside of the database. */
  Options tableFiles() {
    return tableFiles;
  }

  private ColumnFamilyOptions familyOptions() {
    TableFileConfig tables = config.tables();
    return new ColumnFamilyOptions()
        .setTableFormatConfig(blockOptions())
        .setWriteBufferSize(config.memory().writeBufferBytes())
        .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM_RATIO)
        .setMemtableWholeKeyFiltering(true)
        .setMaxWriteBufferNumber(config.memory().writeBufferCount())
        .setCompressionType(compressionType(tables.compression()))
        .setBottommostCompressionType(compressionType(tables.bottomCompression()))
        .setTargetFileSizeBase(tables.fileBytes())
        .setMaxBytesForLevelBase(LEVEL_BASE_FILES * tables.fileBytes())
        .setLevelCompactionDynamicLevelBytes(true);
  }

  private BlockBasedTableConfig blockOptions() {
    BlockBasedTableConfig blocks =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setBlockSize(config.tables().blockBytes())
            .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
            .setFormatVersion(BLOCK_FORMAT_VERSION);
    if (config.tables().bloomBitsPerKey() > 0) {
      blocks.setFilterPolicy(bloomFilter).setOptimizeFiltersForMemory(true);
    }
    return blocks;
  }

  private DBOptions databaseOptions() {
    return withLogVerification(config.log())
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setParanoidChecks(true)
        .setStatistics(statistics)
        .setMaxBackgroundJobs(config.backgroundJobs())
        .setMaxSubcompactions(config.backgroundJobs())
        .setMaxTotalWalSize(config.log().bytesMax())
        .setWalRecoveryMode(recoveryMode(config.log().damage()))
        .setBytesPerSync(SYNC_STEP_BYTES)
        // Without a log, a flush of one keyspace alone would tear batches.
        .setAtomicFlush(!config.log().isEnabled())
        .setEnablePipelinedWrite(config.log().isEnabled())
        // Files are deleted in the background, not by the thread that closes a cursor.
        .setAvoidUnnecessaryBlockingIO(true)
        .setInfoLogLevel(InfoLogLevel.INFO_LEVEL)
        .setMaxLogFileSize(INFO_LOG_BYTES_MAX)
        .setKeepLogFileNum(INFO_LOG_FILES_MAX);
  }

  /**
   * Returns options with verification of the log chain. The recovery mode considers each log alone
   * and accepts a truncated end of any of them as the result of a crash. Two options detect gaps
   * between logs: each log records its predecessor and where that ended, and the manifest records
   * the sizes of logs that were synced and closed. RocksJava has no setters for them.
   */
  private static DBOptions withLogVerification(WalConfig log) {
    Properties options = new Properties();
    String isVerified =
        Boolean.toString(log.isEnabled() && log.damage() == WalConfig.Damage.REFUSE);
    options.setProperty("track_and_verify_wals", isVerified);
    options.setProperty("track_and_verify_wals_in_manifest", isVerified);
    return requireNonNull(
        DBOptions.getDBOptionsFromProps(options), "RocksDB does not support log verification");
  }

  private static WALRecoveryMode recoveryMode(WalConfig.Damage damage) {
    return switch (damage) {
      case REFUSE -> WALRecoveryMode.TolerateCorruptedTailRecords;
      case KEEP_WHAT_PRECEDES -> WALRecoveryMode.PointInTimeRecovery;
    };
  }

  private static CompressionType compressionType(TableFileConfig.Compression compression) {
    return switch (compression) {
      case NONE -> CompressionType.NO_COMPRESSION;
      case LZ4 -> CompressionType.LZ4_COMPRESSION;
      case ZSTD -> CompressionType.ZSTD_COMPRESSION;
    };
  }

  @Override
  public void close() {
    for (AbstractNativeReference owned :
        List.of(tableFiles, database, family, bloomFilter, statistics, cache)) {
      owned.close();
    }
  }
}
