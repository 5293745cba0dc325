package dev.colonnade.store.rocks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Space;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open RocksDB with all that belongs to it. Whoever touches it goes through its {@link #gate},
 * so that nothing is freed under a running call.
 *
 * <p>The column family "default", which RocksDB insists on, stays empty; every space has one of its
 * own.
 */
final class RocksEngine {
  private static final Logger LOG = LoggerFactory.getLogger(RocksEngine.class);

  private static final int GATE_STRIPES = 16;
  private static final long CLOSE_WAIT_NANOS = 60_000_000_000L;

  private final StoreFolder folder;
  private final RocksOptions options;
  private final boolean nativeCursors;
  private final RocksDB database;
  private final List<ColumnFamilyHandle> handles;
  private final Map<Space, ColumnFamilyHandle> families;
  private final FamilyIds familyIds;
  private final CursorFrames frames = new CursorFrames();
  private final UsageGate gate;

  /** Cursors and snapshots that are open; raised inside the gate, lowered anywhere. */
  private final AtomicInteger openReaders = new AtomicInteger();

  private RocksEngine(
      StoreFolder folder,
      RocksOptions options,
      boolean nativeCursors,
      RocksDB database,
      List<ColumnFamilyHandle> handles) {
    this.folder = folder;
    this.options = options;
    this.nativeCursors = nativeCursors;
    this.database = database;
    this.handles = List.copyOf(handles);
    this.families = new EnumMap<>(Space.class);
    Iterator<ColumnFamilyHandle> ours = handles.listIterator(1);
    for (Space space : Space.values()) {
      families.put(space, ours.next());
    }
    this.familyIds =
        new FamilyIds(
            family(Space.META).getID(), family(Space.ROWS).getID(), family(Space.HISTORY).getID());
    this.gate = new UsageGate("store path=" + folder.path(), GATE_STRIPES);
  }

  /** Opens the files in {@code folder}, creating them if there are none. */
  static RocksEngine open(StoreFolder folder, RocksStoreConfig config) {
    RocksDB.loadLibrary();
    boolean nativeCursors = nativeCursors(config.cursorKind());
    RocksOptions options = new RocksOptions(config);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      RocksDB database =
          RocksDB.open(
              options.database(), folder.rocks().toString(), descriptors(options), handles);
      return new RocksEngine(folder, options, nativeCursors, database, handles);
    } catch (RocksDBException e) {
      options.close();
      throw openFailed(folder, e);
    }
  }

  private static boolean nativeCursors(CursorKind kind) {
    if (kind == CursorKind.PLAIN) {
      return false;
    }
    String obstacle =
        ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN
            ? "big-endian machine"
            : IteratorCalls.missing().map(name -> "no function " + name).orElse("");
    if (obstacle.isEmpty()) {
      return true;
    }
    if (kind == CursorKind.NATIVE) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "native cursor cannot be had reason=" + obstacle);
    }
    LOG.warn("cursors go through RocksJava, at half the speed reason={}", obstacle);
    return false;
  }

  private static List<ColumnFamilyDescriptor> descriptors(RocksOptions options) {
    Stream<byte[]> ours =
        Stream.of(Space.values())
            .map(space -> space.name().toLowerCase(Locale.ROOT).getBytes(UTF_8));
    return Stream.concat(Stream.of(RocksDB.DEFAULT_COLUMN_FAMILY), ours)
        .map(name -> new ColumnFamilyDescriptor(name, options.family()))
        .toList();
  }

  private static ColonnadeException openFailed(StoreFolder folder, RocksDBException cause) {
    if (RocksErrors.isLocked(cause)) {
      return new ColonnadeException(
          ErrorCode.STORE_LOCKED,
          "store is in use path=%s holder=%s self=%d"
              .formatted(folder.path(), folder.holder(), ProcessHandle.current().pid()),
          cause);
    }
    return RocksErrors.translate("open path=" + folder.path(), cause);
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

  FamilyIds familyIds() {
    return familyIds;
  }

  /** Handles of all spaces. */
  List<ColumnFamilyHandle> families() {
    return List.copyOf(families.values());
  }

  CursorFrames frames() {
    return frames;
  }

  UsageGate gate() {
    return gate;
  }

  boolean nativeCursors() {
    return nativeCursors;
  }

  /** Whether nothing was ever written. */
  boolean isUntouched() {
    return database.getLatestSequenceNumber() == 0;
  }

  /** A cursor or snapshot was opened. To be called inside the gate. */
  void opened() {
    openReaders.incrementAndGet();
  }

  /** A cursor or snapshot has freed what it held. */
  void released() {
    int before = openReaders.getAndDecrement();
    assert before > 0 : "released twice";
  }

  /**
   * Lets no call in any more and waits for those that run. Refuses while cursors or snapshots are
   * open, or if a call takes too long; everything can be used then as before.
   */
  void drain() {
    refuseIfRead();
    if (!gate.close(CLOSE_WAIT_NANOS)) {
      throw new IllegalStateException(
          "store cannot close, calls are running path=%s callCount=%d"
              .formatted(folder.path(), gate.inside()));
    }
    try {
      refuseIfRead(); // again, now that nobody can open one any more
    } catch (IllegalStateException e) {
      gate.reopen();
      throw e;
    }
  }

  private void refuseIfRead() {
    int openCount = openReaders.get();
    if (openCount > 0) {
      throw new IllegalStateException(
          "store cannot close, cursors or snapshots are open path=%s openCount=%d"
              .formatted(folder.path(), openCount));
    }
  }

  /** Makes everything written so far durable and frees everything; to be called once, drained. */
  void shutDown() {
    try {
      database.syncWal();
      folder.release();
    } catch (RocksDBException e) {
      throw RocksErrors.translate("close", e);
    } finally {
      handles.forEach(ColumnFamilyHandle::close);
      database.close();
      options.close();
      frames.close();
    }
  }
}
