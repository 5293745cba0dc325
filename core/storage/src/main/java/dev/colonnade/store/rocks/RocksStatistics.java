package dev.colonnade.store.rocks;

import dev.colonnade.store.Space;
import dev.colonnade.store.StoreStatistics;
import java.util.EnumMap;
import java.util.Map;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** Collector of the store metrics from RocksDB's tickers and properties. */
final class RocksStatistics {
  private RocksStatistics() {}

  static StoreStatistics read(RocksEngine engine, boolean isWriteFailing) throws RocksDBException {
    Map<Space, StoreStatistics.SpaceBytes> spaces = new EnumMap<>(Space.class);
    for (Space space : Space.values()) {
      spaces.put(space, spaceBytes(engine.database(), engine.family(space)));
    }
    return new StoreStatistics(
        cache(engine.options()),
        writes(engine.options().statistics()),
        background(engine, isWriteFailing),
        spaces);
  }

  private static StoreStatistics.Cache cache(RocksOptions options) {
    Statistics statistics = options.statistics();
    return new StoreStatistics.Cache(
        statistics.getTickerCount(TickerType.BLOCK_CACHE_HIT),
        statistics.getTickerCount(TickerType.BLOCK_CACHE_MISS),
        options.cache().getUsage(),
        options.cache().getPinnedUsage(),
        options.cacheBytes());
  }

  private static StoreStatistics.Writes writes(Statistics statistics) {
    return new StoreStatistics.Writes(
        statistics.getTickerCount(TickerType.WRITE_DONE_BY_SELF)
            + statistics.getTickerCount(TickerType.WRITE_DONE_BY_OTHER),
        statistics.getTickerCount(TickerType.BYTES_WRITTEN),
        statistics.getTickerCount(TickerType.WAL_FILE_BYTES),
        statistics.getTickerCount(TickerType.WAL_FILE_SYNCED),
        statistics.getTickerCount(TickerType.STALL_MICROS));
  }

  private static StoreStatistics.Background background(RocksEngine engine, boolean isWriteFailing)
      throws RocksDBException {
    RocksDB database = engine.database();
    return new StoreStatistics.Background(
        database.getLongProperty("rocksdb.num-running-flushes"),
        database.getLongProperty("rocksdb.num-running-compactions"),
        database.getAggregatedLongProperty("rocksdb.estimate-pending-compaction-bytes"),
        database.getLongProperty("rocksdb.background-errors"),
        database.getLongProperty("rocksdb.is-write-stopped") != 0,
        isWriteFailing);
  }

  private static StoreStatistics.SpaceBytes spaceBytes(RocksDB database, ColumnFamilyHandle family)
      throws RocksDBException {
    ColumnFamilyMetaData files = database.getColumnFamilyMetaData(family);
    return new StoreStatistics.SpaceBytes(
        files.size(),
        files.fileCount(),
        database.getLongProperty(family, "rocksdb.cur-size-all-mem-tables"),
        database.getLongProperty(family, "rocksdb.estimate-num-keys"),
        database.getLongProperty(family, "rocksdb.estimate-table-readers-mem"));
  }
}
