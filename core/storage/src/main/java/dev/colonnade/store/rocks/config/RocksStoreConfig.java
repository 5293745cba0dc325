package dev.colonnade.store.rocks.config;

import static java.util.Objects.requireNonNull;

/**
 * Configuration of a store on RocksDB. {@link #defaults} is intended for a server on a dedicated
 * machine.
 *
 * @param memory memory configuration
 * @param tables configuration of the table files
 * @param log configuration of the write-ahead log
 * @param backgroundJobs maximum number of concurrent flushes and compactions, default {@value
 *     #BACKGROUND_JOBS_DEFAULT}: one for each core of a small machine
 * @param cursorKind implementation of cursors, default {@link CursorKind#AUTO}
 */
public record RocksStoreConfig(
    MemoryConfig memory,
    TableFileConfig tables,
    WalConfig log,
    int backgroundJobs,
    CursorKind cursorKind) {
  public static final int BACKGROUND_JOBS_DEFAULT = 2;
  public static final int BACKGROUND_JOBS_MAX = 64;

  public RocksStoreConfig {
    requireNonNull(memory, "memory is null");
    requireNonNull(tables, "tables is null");
    requireNonNull(log, "log is null");
    requireNonNull(cursorKind, "cursorKind is null");
    ConfigLimits.check("backgroundJobs", backgroundJobs, 1, BACKGROUND_JOBS_MAX);
  }

  /** Returns the defaults, with a block cache in proportion to the machine's memory. */
  public static RocksStoreConfig defaults() {
    return new RocksStoreConfig(
        MemoryConfig.defaults(),
        TableFileConfig.defaults(),
        WalConfig.defaults(),
        BACKGROUND_JOBS_DEFAULT,
        CursorKind.AUTO);
  }

  public RocksStoreConfig withMemory(MemoryConfig newMemory) {
    return new RocksStoreConfig(newMemory, tables, log, backgroundJobs, cursorKind);
  }

  public RocksStoreConfig withTables(TableFileConfig newTables) {
    return new RocksStoreConfig(memory, newTables, log, backgroundJobs, cursorKind);
  }

  public RocksStoreConfig withLog(WalConfig newLog) {
    return new RocksStoreConfig(memory, tables, newLog, backgroundJobs, cursorKind);
  }

  public RocksStoreConfig withCursorKind(CursorKind newCursorKind) {
    return new RocksStoreConfig(memory, tables, log, backgroundJobs, newCursorKind);
  }
}
