package dev.colonnade.store.rocks;

import static java.util.Objects.requireNonNull;

/**
 * How a store on RocksDB is set up. {@link #defaults} is meant for a server that has the machine to
 * itself.
 *
 * @param memory what may be kept in memory
 * @param tables how files are laid out
 * @param log how the write-ahead log is kept
 * @param backgroundJobs most flushes and compactions at a time, default {@value
 *     #BACKGROUND_JOBS_DEFAULT}: one for each core of a small machine
 * @param cursorKind how cursors reach RocksDB, default {@link CursorKind#AUTO}
 */
public record RocksStoreConfig(
    MemoryConfig memory,
    TableConfig tables,
    LogConfig log,
    int backgroundJobs,
    CursorKind cursorKind) {
  public static final int BACKGROUND_JOBS_DEFAULT = 2;
  public static final int BACKGROUND_JOBS_MAX = 64;

  public RocksStoreConfig {
    requireNonNull(memory, "memory is null");
    requireNonNull(tables, "tables is null");
    requireNonNull(log, "log is null");
    requireNonNull(cursorKind, "cursorKind is null");
    Limits.check("backgroundJobs", backgroundJobs, 1, BACKGROUND_JOBS_MAX);
  }

  /** The defaults, with a block cache in proportion to the machine's memory. */
  public static RocksStoreConfig defaults() {
    return new RocksStoreConfig(
        MemoryConfig.defaults(),
        TableConfig.defaults(),
        LogConfig.defaults(),
        BACKGROUND_JOBS_DEFAULT,
        CursorKind.AUTO);
  }

  public RocksStoreConfig withMemory(MemoryConfig newMemory) {
    return new RocksStoreConfig(newMemory, tables, log, backgroundJobs, cursorKind);
  }

  public RocksStoreConfig withTables(TableConfig newTables) {
    return new RocksStoreConfig(memory, newTables, log, backgroundJobs, cursorKind);
  }

  public RocksStoreConfig withLog(LogConfig newLog) {
    return new RocksStoreConfig(memory, tables, newLog, backgroundJobs, cursorKind);
  }

  public RocksStoreConfig withCursorKind(CursorKind newCursorKind) {
    return new RocksStoreConfig(memory, tables, log, backgroundJobs, newCursorKind);
  }
}
