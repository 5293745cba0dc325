package dev.colonnade.store.rocks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.batch.ColumnFamilyIds;
import dev.colonnade.store.rocks.config.CursorKind;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.store.rocks.ffi.CursorFramePool;
import dev.colonnade.store.rocks.ffi.IteratorFunctions;
import dev.colonnade.store.rocks.ffi.NativeLibrary;
import dev.colonnade.store.rocks.ffi.TableFileFrame;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open RocksDB database and its native resources. Every access enters the {@link #gate} first, so
 * that nothing is freed during a running call.
 *
 * <p>The column family "default", which RocksDB requires, stays empty; every keyspace has its own
 * column family.
 */
final class RocksEngine {
  private static final Logger LOG = LoggerFactory.getLogger(RocksEngine.class);

  private static final int GATE_STRIPES = 16;
  private static final long CLOSE_WAIT_NANOS = 60_000_000_000L;

  private final StoreDirectory directory;
  private final RocksOptions options;
  private final boolean nativeCursors;
  private final boolean isReadOnly;
  private final RocksDB database;
  private final List<ColumnFamilyHandle> handles;
  private final Map<Space, ColumnFamilyHandle> families;
  private final ColumnFamilyIds familyIds;
  private final CursorFramePool frames = new CursorFramePool();
  private final UsageGate gate;

  /** Null if the store has no log or is read-only. */
  private final @Nullable SyncedMarker marker;

  /** Number of open cursors and snapshots; incremented inside the gate, decremented anywhere. */
  private final AtomicInteger openReaders = new AtomicInteger();

  private RocksEngine(
      StoreDirectory directory,
      RocksOptions options,
      boolean nativeCursors,
      boolean isReadOnly,
      RocksDB database,
      List<ColumnFamilyHandle> handles) {
    this.directory = directory;
    this.options = options;
    this.nativeCursors = nativeCursors;
    this.isReadOnly = isReadOnly;
    this.database = database;
    this.handles = List.copyOf(handles);
    this.families = new EnumMap<>(Space.class);
    Iterator<ColumnFamilyHandle> remaining = handles.listIterator(1);
    for (Space space : Space.values()) {
      families.put(space, remaining.next());
    }
    this.familyIds =
        new ColumnFamilyIds(
            family(Space.META).getID(), family(Space.ROWS).getID(), family(Space.HISTORY).getID());
    this.marker = options.isLogEnabled() ? openMarker() : null;
    this.gate = new UsageGate("store path=" + directory.path(), GATE_STRIPES);
  }

  /** Opens the database in {@code directory}, and creates it if it does not exist. */
  static RocksEngine open(StoreDirectory directory, RocksStoreConfig config) {
    return open(directory, config, false);
  }

  /**
   * Opens the existing database in {@code directory} without writing a file: the log is replayed in
   * memory. It is not locked.
   */
  static RocksEngine openReadOnly(StoreDirectory directory, RocksStoreConfig config) {
    return open(directory, config, true);
  }

  private static RocksEngine open(
      StoreDirectory directory, RocksStoreConfig config, boolean isReadOnly) {
    NativeLibrary.load();
    boolean nativeCursors = nativeCursors(config.cursorKind());
    RocksOptions options = new RocksOptions(config);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    RocksDB database;
    try {
      String path = directory.rocks().toString();
      database =
          isReadOnly
              ? RocksDB.openReadOnly(options.database(), path, descriptors(options), handles)
              : RocksDB.open(options.database(), path, descriptors(options), handles);
    } catch (RocksDBException e) {
      options.close();
      throw openFailed(directory, e);
    }
    try {
      return new RocksEngine(directory, options, nativeCursors, isReadOnly, database, handles);
    } catch (RuntimeException e) {
      handles.forEach(ColumnFamilyHandle::close);
      database.close();
      options.close();
      throw e;
    }
  }

  /**
   * Returns a new marker of the synced log, null if the store is read-only; throws STORE_CORRUPT if
   * the log ends before it.
   */
  private @Nullable SyncedMarker openMarker() {
    long recovered = database.getLatestSequenceNumber();
    OptionalLong synced = SyncedMarker.read(directory.syncedMarker());
    if (options.isLogDamageRefused() && synced.orElse(0) > recovered) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "log of the store is truncated or missing: synced up to change %d, found up to %d path=%s"
              .formatted(synced.getAsLong(), recovered, directory.path()));
    }
    return isReadOnly ? null : SyncedMarker.create(directory.syncedMarker(), recovered);
  }

  private static boolean nativeCursors(CursorKind kind) {
    if (kind == CursorKind.PLAIN) {
      return false;
    }
    String reason =
        ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN
            ? "big-endian machine"
            : IteratorFunctions.missing().map(name -> "no function " + name).orElse("");
    if (reason.isEmpty()) {
      return true;
    }
    if (kind == CursorKind.NATIVE) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "native cursor is not available reason=" + reason);
    }
    LOG.warn("native cursor is not available, using RocksJava at half the speed reason={}", reason);
    return false;
  }

  private static List<ColumnFamilyDescriptor> descriptors(RocksOptions options) {
    Stream<byte[]> keyspaces =
        Stream.of(Space.values())
            .map(space -> space.name().toLowerCase(Locale.ROOT).getBytes(UTF_8));
    return Stream.concat(Stream.of(RocksDB.DEFAULT_COLUMN_FAMILY), keyspaces)
        .map(name -> new ColumnFamilyDescriptor(name, options.family()))
        .toList();
  }

  private static ColonnadeException openFailed(StoreDirectory directory, RocksDBException cause) {
    if (RocksErrors.isLocked(cause)) {
      return new ColonnadeException(
          ErrorCode.STORE_LOCKED,
          "store is in use path=%s holder=%s self=%d"
              .formatted(directory.path(), directory.holder(), ProcessHandle.current().pid()),
          cause);
    }
    return RocksErrors.translate("open path=" + directory.path(), cause);
  }

  StoreDirectory directory() {
    return directory;
  }

  RocksDB database() {
    return database;
  }

  RocksOptions options() {
    return options;
  }

  ColumnFamilyHandle family(Space space) {
    return requireNonNull(families.get(space), "space is null");
  }

  ColumnFamilyIds familyIds() {
    return familyIds;
  }

  /** Returns the column family handles of all keyspaces. */
  List<ColumnFamilyHandle> families() {
    return List.copyOf(families.values());
  }

  /** Flushes all keyspaces, together if there is no log. */
  void flush() throws RocksDBException {
    try (FlushOptions flushing = new FlushOptions().setWaitForFlush(true)) {
      database.flush(flushing, families());
    }
  }

  CursorFramePool frames() {
    return frames;
  }

  /** Records that the log is durable up to a change. */
  void synced(long changeNumber) {
    if (marker != null) {
      marker.advance(changeNumber);
    }
  }

  /** Makes all writes that returned before the call durable. */
  void sync() throws RocksDBException {
    if (options.isLogEnabled()) {
      long written = database.getLatestSequenceNumber();
      database.syncWal();
      synced(written);
    } else {
      flush();
    }
  }

  UsageGate gate() {
    return gate;
  }

  boolean nativeCursors() {
    return nativeCursors;
  }

  /** Returns whether table files are written by C functions. */
  boolean nativeTableFiles() {
    return nativeCursors && TableFileFrame.isAvailable();
  }

  /** Returns whether the database has never been written. */
  boolean isUntouched() {
    return database.getLatestSequenceNumber() == 0;
  }

  /** Counts an opened cursor or snapshot. To be called inside the gate. */
  void readerOpened() {
    openReaders.incrementAndGet();
  }

  /** Counts a closed cursor or snapshot, after its resources have been freed. */
  void readerClosed() {
    int before = openReaders.getAndDecrement();
    assert before > 0 : "reader closed twice";
  }

  /**
   * Rejects new calls and waits for the running ones. Fails while cursors or snapshots are open, or
   * if a running call takes too long; the database remains usable then.
   */
  void drain() {
    requireNoOpenReaders();
    if (!gate.close(CLOSE_WAIT_NANOS)) {
      throw new IllegalStateException(
          "store cannot close, calls are running path=%s callCount=%d"
              .formatted(directory.path(), gate.inside()));
    }
    try {
      requireNoOpenReaders(); // again, now that no more readers can be opened
    } catch (IllegalStateException e) {
      gate.reopen();
      throw e;
    }
  }

  private void requireNoOpenReaders() {
    int openCount = openReaders.get();
    if (openCount > 0) {
      throw new IllegalStateException(
          "store cannot close, cursors or snapshots are open path=%s openCount=%d"
              .formatted(directory.path(), openCount));
    }
  }

  /**
   * Makes all writes durable and frees all native resources; to be called once, after {@link
   * #drain}.
   */
  void shutDown() {
    try {
      if (!isReadOnly) {
        sync();
        directory.deleteHolder();
      }
    } catch (RocksDBException e) {
      throw RocksErrors.translate("close", e);
    } finally {
      handles.forEach(ColumnFamilyHandle::close);
      if (marker != null) {
        marker.close();
      }
      database.close();
      options.close();
      frames.close();
    }
  }
}
