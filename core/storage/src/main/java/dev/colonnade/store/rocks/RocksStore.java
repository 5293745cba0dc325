package dev.colonnade.store.rocks;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreIdentity;
import dev.colonnade.store.StoreStatistics;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.batch.ColumnFamilyIds;
import dev.colonnade.store.rocks.batch.RocksBatch;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Store on RocksDB, in its own directory (see {@link StoreDirectory} for the layout).
 *
 * <p><b>A full disk.</b> Writes fail with DISK_FULL from the first one that finds no space; reads
 * continue. RocksDB checks every five seconds whether there is space for a write buffer again; if
 * so, it recovers automatically and writes succeed.
 */
public final class RocksStore implements Store {
  private final StoreIdentity identity;
  private final RocksEngine engine;
  private final RocksReader reads;
  private final WriteOptions synced;
  private final WriteOptions relaxed;

  /** Code of the last failed write for which RocksDB reported a reason. Written by any writer. */
  private volatile ErrorCode writeFailureCode = ErrorCode.STORE_IO;

  /** Flag of a failed last write. Written by any writer. */
  private volatile boolean isWriteFailing;

  /** Guarded by the monitor. */
  private boolean closed;

  private RocksStore(StoreIdentity identity, RocksEngine engine) {
    this.identity = identity;
    this.engine = engine;
    this.reads = new RocksReader(engine, engine.gate(), null);
    boolean hasLog = engine.options().isLogEnabled();
    synced = new WriteOptions().setSync(hasLog).setDisableWAL(!hasLog);
    relaxed = new WriteOptions().setSync(false).setDisableWAL(!hasLog);
  }

  /**
   * Opens the store in {@code path}, and creates it if it does not exist.
   *
   * @param idIfNew id of the store if it is created
   * @throws ColonnadeException STORE_LOCKED if it is open already, in this or another process;
   *     STORE_FORMAT_TOO_NEW if a newer version wrote it; STORE_CORRUPT if it is damaged, or if the
   *     directory contains other data; STORE_IO or DISK_FULL if files cannot be used
   */
  public static RocksStore open(Path path, RocksStoreConfig config, UUID idIfNew) {
    requireNonNull(path, "path is null");
    requireNonNull(config, "config is null");
    requireNonNull(idIfNew, "idIfNew is null");
    StoreDirectory directory = StoreDirectory.at(path);
    return open(directory, config, idIfNew);
  }

  /**
   * Opens the existing store in {@code path}.
   *
   * @throws ColonnadeException STORE_IO if there is none, or if its files cannot be used; otherwise
   *     see {@link #open(Path, RocksStoreConfig, UUID)}
   */
  public static RocksStore openExisting(Path path, RocksStoreConfig config) {
    requireNonNull(path, "path is null");
    requireNonNull(config, "config is null");
    StoreDirectory directory = StoreDirectory.existing(path);
    return open(directory, config, directory.identity().orElseThrow().id());
  }

  /**
   * Opens the existing store in {@code path} without writing a file, as on a full disk; writes
   * fail. The store is not locked: the same process may open it for writing beside this one, and
   * then close this one.
   *
   * @throws ColonnadeException as {@link #openExisting}
   */
  public static RocksStore openReadOnly(Path path, RocksStoreConfig config) {
    requireNonNull(path, "path is null");
    requireNonNull(config, "config is null");
    StoreDirectory directory = StoreDirectory.existing(path);
    directory.requireComplete();
    RocksEngine engine = RocksEngine.openReadOnly(directory, config);
    return new RocksStore(directory.identity().orElseThrow(), engine);
  }

  /** Returns whether there is a store in {@code path}. */
  public static boolean exists(Path path) {
    return Files.exists(path.resolve(StoreDirectory.IDENTITY_FILE));
  }

  /**
   * Throws STORE_IO if the folder has files and is not that of a store, so that nothing is written
   * to it.
   */
  public static void requireOwn(Path path) {
    StoreDirectory.requireOwn(path);
  }

  /** Returns the folder of RocksDB's files in the folder of a store. */
  public static Path filesOf(Path store) {
    return store.resolve(StoreDirectory.ROCKS);
  }

  /**
   * Deletes the marker of the synced log of a store that is not open: it was flushed, or its log is
   * of no use any more.
   */
  public static void deleteSyncedMarker(Path store) {
    StoreDirectory.existing(store).deleteSyncedMarker();
  }

  /** Makes a folder a store, whose files are copies of another store's. */
  public static void identify(Path store, UUID id) {
    StoreDirectory.at(store).create(requireNonNull(id, "id is null"));
  }

  private static RocksStore open(StoreDirectory directory, RocksStoreConfig config, UUID idIfNew) {
    directory.requireComplete(); // before any file is opened
    RocksEngine engine = RocksEngine.open(directory, config);
    try {
      directory.writeHolder();
      directory.deleteTableFiles();
      return new RocksStore(identify(directory, engine, idIfNew), engine);
    } catch (RuntimeException e) {
      try {
        engine.shutDown();
      } catch (ColonnadeException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /**
   * Returns the identity of the store, or creates it. The caller must hold the lock on the store.
   */
  private static StoreIdentity identify(
      StoreDirectory directory, RocksEngine engine, UUID idIfNew) {
    return directory
        .identity()
        .orElseGet(
            () -> {
              if (!engine.isUntouched()) {
                throw new ColonnadeException(
                    ErrorCode.STORE_CORRUPT, "store lost its identity path=" + directory.path());
              }
              return directory.create(idIfNew);
            });
  }

  @Override
  public StoreIdentity identity() {
    return identity;
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return reads.get(space, key);
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return reads.tryGet(space, key);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    return reads.multiGet(space, keys);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return reads.cursor(space, options);
  }

  @Override
  public Snapshot snapshot() {
    int ticket = engine.gate().enter();
    try {
      return new RocksSnapshot(engine);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  @Override
  public Batch newBatch() {
    return new RocksBatch(engine.familyIds());
  }

  @Override
  public void write(Batch batch, Durability durability) {
    RocksBatch rocksBatch = requireOwn(batch);
    int ticket = engine.gate().enter();
    try (WriteBatch serialized = serialize(rocksBatch)) {
      write(serialized, rocksBatch.count(), durability);
      writeSucceeded();
    } catch (RocksDBException e) {
      throw writeFailed(e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  private RocksBatch requireOwn(Batch batch) {
    if (!(batch instanceof RocksBatch rocksBatch) || !rocksBatch.isFor(engine.familyIds())) {
      throw new IllegalArgumentException("batch of another store batch=" + batch.getClass());
    }
    return rocksBatch;
  }

  /** Returns the bytes of a batch of this store, as a replicated log contains them. */
  public byte[] serialized(Batch batch) {
    return requireOwn(batch).serialized();
  }

  /**
   * Applies the bytes of a batch from a replicated log, and in the same atomic write the record of
   * its position. The caller verifies the bytes ({@code WriteBatchReader}).
   */
  public void apply(byte[] batch, Key positionKey, byte[] position) {
    int ticket = engine.gate().enter();
    try (WriteBatch serialized = new WriteBatch(batch)) {
      serialized.put(engine.family(Space.META), positionKey.bytes(), position);
      engine.database().write(relaxed, serialized);
      writeSucceeded();
    } catch (RocksDBException e) {
      throw writeFailed(e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  /**
   * Writes the bytes of a batch of this store, and in the same atomic write a record of its
   * position.
   *
   * @param changeCount number of the changes of the batch
   */
  public void write(
      byte[] batch, int changeCount, Key positionKey, byte[] position, Durability durability) {
    int ticket = engine.gate().enter();
    try (WriteBatch serialized = new WriteBatch(batch)) {
      serialized.put(engine.family(Space.META), positionKey.bytes(), position);
      write(serialized, changeCount + 1, durability);
      writeSucceeded();
    } catch (RocksDBException e) {
      throw writeFailed(e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  /** Returns the path of a table file of this store. */
  public Path pathOf(TableFileWriter file) {
    return requireTable(file).path();
  }

  /** Returns the keyspace of a table file of this store. */
  public Space spaceOf(TableFileWriter file) {
    return requireTable(file).space();
  }

  private static RocksTableFile requireTable(TableFileWriter file) {
    if (!(file instanceof RocksTableFile table)) {
      throw new IllegalArgumentException("file of another store file=" + file.getClass());
    }
    return table;
  }

  /** Returns a path for a copy of another store's table file. */
  public Path newCopyPath() {
    return engine.directory().newTableFile();
  }

  /** Adds the keys of a table file that is a copy of one of another store; the file is moved. */
  public void ingestCopy(Space space, Path file) {
    ingest(space, List.of(file.toString()));
  }

  /** Returns the ids of the column families, which are equal in all stores of this version. */
  public ColumnFamilyIds familyIds() {
    return engine.familyIds();
  }

  /**
   * Returns the value of {@code key} in table files, null if there is none: what a store without a
   * log contains after a crash.
   */
  public byte @Nullable [] getDurable(Space space, Key key) {
    int ticket = engine.gate().enter();
    try (ReadOptions options = new ReadOptions().setReadTier(ReadTier.PERSISTED_TIER)) {
      return engine.database().get(engine.family(space), options, key.bytes());
    } catch (RocksDBException e) {
      throw RocksErrors.translate("read", e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  @Override
  public void checkpoint(Path folder) {
    int ticket = engine.gate().enter();
    try (Checkpoint checkpoint = Checkpoint.create(engine.database())) {
      checkpoint.createCheckpoint(folder.toString());
    } catch (RocksDBException e) {
      throw RocksErrors.translate("checkpoint", e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  /**
   * Writes a batch, and records that the log is durable up to it. Every change of a batch has a
   * number; those of this one are the next ones, or later ones if other writes precede it. What
   * precedes it in the log is durable with it.
   */
  private void write(WriteBatch serialized, int changeCount, Durability durability)
      throws RocksDBException {
    if (durability != Durability.SYNC || !engine.options().isLogEnabled()) {
      engine.database().write(relaxed, serialized);
      return;
    }
    long before = engine.database().getLatestSequenceNumber();
    engine.database().write(synced, serialized);
    engine.synced(before + changeCount);
  }

  @Override
  public void sync() {
    int ticket = engine.gate().enter();
    try {
      engine.sync();
      writeSucceeded();
    } catch (RocksDBException e) {
      throw writeFailed(e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  /**
   * Returns the native batch. A failure here, such as an allocation failure, happens before the log
   * is written.
   */
  private static WriteBatch serialize(RocksBatch batch) {
    try {
      return new WriteBatch(batch.serialized());
    } catch (RuntimeException | Error e) {
      throw new ColonnadeException(
          ErrorCode.INTERNAL,
          "batch could not be serialized batchBytes=%d cause=%s".formatted(batch.byteSize(), e),
          e);
    }
  }

  private void writeSucceeded() {
    if (isWriteFailing) {
      isWriteFailing = false;
    }
  }

  /**
   * Returns the exception for a failed write. RocksDB reports the reason once; later failures get
   * the code of that reason.
   */
  private ColonnadeException writeFailed(RocksDBException cause) {
    isWriteFailing = true;
    if (RocksErrors.isConsequence(cause)) {
      return RocksErrors.translate("write", writeFailureCode, cause);
    }
    ErrorCode code = RocksErrors.writeCode(cause);
    writeFailureCode = code;
    return RocksErrors.translate("write", code, cause);
  }

  @Override
  public long approximateBytes(Space space, KeySpan span) {
    if (span.isEmpty()) {
      return 0;
    }
    int ticket = engine.gate().enter();
    try (Slice from = new Slice(span.start().bytes());
        Slice to = new Slice(RocksBatch.endBytes(span.end()))) {
      long[] sizes =
          engine
              .database()
              .getApproximateSizes(
                  engine.family(space),
                  List.of(new Range(from, to)),
                  SizeApproximationFlag.INCLUDE_FILES,
                  SizeApproximationFlag.INCLUDE_MEMTABLES);
      return sizes[0];
    } finally {
      engine.gate().exit(ticket);
    }
  }

  @Override
  public TableFileWriter newTableFile(Space space) {
    int ticket = engine.gate().enter();
    try {
      return new RocksTableFile(engine, space);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  @Override
  public void ingest(List<TableFileWriter> files) {
    for (Space space : Space.values()) {
      List<String> paths = new ArrayList<>();
      for (TableFileWriter file : files) {
        RocksTableFile table = requireTable(file);
        if (table.space() == space) {
          paths.add(table.path().toString());
        }
      }
      if (!paths.isEmpty()) {
        ingest(space, paths);
      }
    }
  }

  private void ingest(Space space, List<String> paths) {
    int ticket = engine.gate().enter();
    try (IngestExternalFileOptions options =
        new IngestExternalFileOptions().setMoveFiles(true).setWriteGlobalSeqno(false)) {
      engine.database().ingestExternalFile(engine.family(space), paths, options);
    } catch (RocksDBException e) {
      throw RocksErrors.translate("ingest", e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  @Override
  public void flush() {
    int ticket = engine.gate().enter();
    try {
      engine.flush();
    } catch (RocksDBException e) {
      throw RocksErrors.translate("flush", e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  @Override
  public void compact(Space space, KeySpan span) {
    if (span.isEmpty()) {
      return;
    }
    byte @Nullable [] to = span.end().isInfinity() ? null : span.end().bytes();
    int ticket = engine.gate().enter();
    try (CompactRangeOptions options =
        new CompactRangeOptions().setExclusiveManualCompaction(false)) {
      engine.database().compactRange(engine.family(space), span.start().bytes(), to, options);
    } catch (RocksDBException e) {
      throw RocksErrors.translate("compact", e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  @Override
  public StoreStatistics statistics() {
    int ticket = engine.gate().enter();
    try {
      return RocksStatistics.read(engine, isWriteFailing);
    } catch (RocksDBException e) {
      throw RocksErrors.translate("statistics", e);
    } finally {
      engine.gate().exit(ticket);
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    engine.drain();
    closed = true;
    try {
      engine.shutDown();
    } finally {
      reads.free();
      synced.close();
      relaxed.close();
    }
  }
}
