package dev.colonnade.store;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * In-memory store for tests: implements the full contract of {@link Store}, injects faults ({@link
 * #faults}), and simulates crashes ({@link #crash}). Retains every version forever, so it is not
 * suitable for large tests.
 */
public final class MemoryStore implements Store {
  private final StoreIdentity identity;
  private final StoreFaults faults = new StoreFaults();
  private final Map<Space, ConcurrentNavigableMap<Key, MemoryVersion>> spaces =
      new EnumMap<>(Space.class);
  private final MemoryStoreReader reads =
      new MemoryStoreReader(this, this::newestSequence, () -> {});
  private final AtomicInteger openCount = new AtomicInteger();

  /** Newest sequence number that is visible to readers. Written under the monitor. */
  private volatile long newestSequence;

  private volatile boolean closed;
  private volatile boolean cold;

  /** Newest sequence number that survives a loss of power. Guarded by the monitor. */
  private long syncedSequence;

  private long batchBytes;
  private long syncs;

  public MemoryStore() {
    this(new StoreIdentity(new UUID(0xC0L, 0x10L), 1));
  }

  private MemoryStore(StoreIdentity identity) {
    this.identity = identity;
    for (Space space : Space.values()) {
      spaces.put(space, new ConcurrentSkipListMap<>());
    }
  }

  /** Returns the fault injection of this store. */
  public StoreFaults faults() {
    return faults;
  }

  /** Sets whether {@link #tryGet} returns {@link CachedValue.NotCached}. */
  public void setCold(boolean nowCold) {
    cold = nowCold;
  }

  boolean isCold() {
    return cold;
  }

  /** Returns the store after a loss of power that lost every write since the last synced one. */
  public MemoryStore crash() {
    return crash(0);
  }

  /**
   * Returns the store after a loss of power that lost all writes since the last synced one, except
   * the first {@code survivors} of them. This store cannot be used afterwards.
   */
  public synchronized MemoryStore crash(int survivors) {
    closed = true;
    long recoveredSequence = Math.min(newestSequence, syncedSequence + survivors);
    MemoryStore after = new MemoryStore(identity);
    for (Space space : Space.values()) {
      versions(space)
          .forEach(
              (key, version) -> {
                byte[] value = version.valueAt(recoveredSequence);
                if (value != null) {
                  after.versions(space).put(key, new MemoryVersion(0, value, null));
                }
              });
    }
    return after;
  }

  ConcurrentNavigableMap<Key, MemoryVersion> versions(Space space) {
    return requireNonNull(spaces.get(space), "space is null");
  }

  private long newestSequence() {
    return newestSequence;
  }

  void readerOpened() {
    openCount.incrementAndGet();
  }

  void readerClosed() {
    openCount.decrementAndGet();
  }

  void requireOpen() {
    if (closed) {
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "store is closed");
    }
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
    requireOpen();
    readerOpened();
    long sequence = newestSequence;
    return new MemoryStoreReader(this, () -> sequence, this::readerClosed);
  }

  @Override
  public Batch newBatch() {
    return new MemoryBatch();
  }

  @Override
  public synchronized void write(Batch batch, Durability durability) {
    requireOpen();
    if (!(batch instanceof MemoryBatch ours)) {
      throw new IllegalArgumentException("batch of another store batch=" + batch.getClass());
    }
    faults.beforeWrite();
    long sequence = newestSequence + 1;
    ours.changes().forEach(change -> apply(change, sequence));
    batchBytes += batch.byteSize();
    newestSequence = sequence;
    if (durability == Durability.SYNC) {
      syncedSequence = sequence;
      syncs++;
    }
  }

  @Override
  public synchronized void sync() {
    requireOpen();
    faults.beforeSync();
    syncedSequence = newestSequence;
    syncs++;
  }

  private void apply(MemoryBatch.Change change, long sequence) {
    ConcurrentNavigableMap<Key, MemoryVersion> versions = versions(change.space());
    switch (change) {
      case MemoryBatch.Put put -> set(versions, put.key(), put.value(), sequence);
      case MemoryBatch.Delete delete -> set(versions, delete.key(), null, sequence);
      case MemoryBatch.DeleteRange range ->
          within(versions, range.span())
              .keySet()
              .forEach(key -> set(versions, key, null, sequence));
    }
  }

  private static void set(
      ConcurrentNavigableMap<Key, MemoryVersion> versions,
      Key key,
      byte @Nullable [] value,
      long sequence) {
    versions.put(key, new MemoryVersion(sequence, value, versions.get(key)));
  }

  private static ConcurrentNavigableMap<Key, MemoryVersion> within(
      ConcurrentNavigableMap<Key, MemoryVersion> versions, KeySpan span) {
    return versions.subMap(span.start(), span.end());
  }

  @Override
  public long approximateBytes(Space space, KeySpan span) {
    requireOpen();
    return bytes(within(versions(space), span));
  }

  private long bytes(Map<Key, MemoryVersion> versions) {
    long sum = 0;
    for (var entry : versions.entrySet()) {
      byte[] value = entry.getValue().valueAt(newestSequence);
      sum += value == null ? 0 : entry.getKey().length() + value.length;
    }
    return sum;
  }

  @Override
  public TableFileWriter newTableFile(Space space) {
    return new MemoryTableFile(space);
  }

  @Override
  public void ingest(List<TableFileWriter> files) {
    try (Batch batch = newBatch()) {
      files.forEach(file -> ((MemoryTableFile) file).writeTo(batch));
      write(batch, Durability.SYNC);
    }
  }

  @Override
  public synchronized void flush() {
    requireOpen();
    syncedSequence = newestSequence;
  }

  @Override
  public void compact(Space space, KeySpan span) {
    requireOpen();
  }

  /** Writes a text file with a line for each key. */
  @Override
  public void checkpoint(Path folder) {
    StringBuilder text = new StringBuilder();
    HexFormat hex = HexFormat.of();
    for (Space space : Space.values()) {
      try (Cursor cursor = cursor(space, CursorOptions.over(KeySpan.ALL))) {
        for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
          text.append(space).append(' ').append(cursor.key()).append(' ');
          text.append(hex.formatHex(cursor.value())).append('\n');
        }
      }
    }
    try {
      Files.createDirectory(folder);
      Files.writeString(folder.resolve("memory"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized StoreStatistics statistics() {
    requireOpen();
    Map<Space, StoreStatistics.SpaceBytes> figures = new EnumMap<>(Space.class);
    spaces.forEach(
        (space, versions) ->
            figures.put(
                space, new StoreStatistics.SpaceBytes(0, 0, bytes(versions), versions.size(), 0)));
    return new StoreStatistics(
        new StoreStatistics.Cache(0, 0, 0, 0, 0),
        new StoreStatistics.Writes(newestSequence, batchBytes, batchBytes, syncs, 0),
        new StoreStatistics.Background(0, 0, 0, 0, false, false),
        figures);
  }

  @Override
  public void close() {
    if (!closed && openCount.get() > 0) {
      throw new IllegalStateException(
          "store cannot close, cursors or snapshots are open openCount=" + openCount.get());
    }
    closed = true;
  }
}
