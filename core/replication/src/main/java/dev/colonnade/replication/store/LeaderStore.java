package dev.colonnade.replication.store;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.store.Batch;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.RocksStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Store of a leader: writes are appended to the replicated log and return when they are applied;
 * reads require the lease. Closing it does not close the member's store.
 *
 * <p>The lease is checked after the read. So a pause of the process between the two is covered:
 * what was read was current when the check succeeded.
 */
public final class LeaderStore extends ForwardingStore {
  private final RocksStore rocks;
  private final BatchLog log;
  private final LeaderLease lease;
  private final Path spoolFolder;

  /**
   * Creates a store.
   *
   * @param spoolFolder folder for pairs that are ingested later
   */
  public LeaderStore(RocksStore rocks, BatchLog log, LeaderLease lease, Path spoolFolder) {
    super(rocks);
    this.rocks = rocks;
    this.log = requireNonNull(log, "log is null");
    this.lease = requireNonNull(lease, "lease is null");
    this.spoolFolder = requireNonNull(spoolFolder, "spoolFolder is null");
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    byte[] value = super.get(space, key);
    lease.require();
    return value;
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    CachedValue value = super.tryGet(space, key);
    return lease.isValid() ? value : CachedValue.NotCached.NOT_CACHED;
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    List<byte @Nullable []> values = super.multiGet(space, keys);
    lease.require();
    return values;
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    Cursor cursor = super.cursor(space, options);
    try {
      lease.require();
      return cursor;
    } catch (RuntimeException | Error e) {
      cursor.close();
      throw e;
    }
  }

  @Override
  public boolean isCurrent() {
    return lease.isValid();
  }

  @Override
  public void requireCurrent() {
    lease.require();
  }

  /** Writes through the log; a majority has the batch on disk, whatever durability is requested. */
  @Override
  public void write(Batch batch, Durability durability) {
    if (!batch.isEmpty()) {
      log.append(rocks.serialized(batch));
    }
  }

  @Override
  public CompletableFuture<Void> writeAsync(Batch batch, Durability durability) {
    return batch.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : log.appendAsync(rocks.serialized(batch));
  }

  /** Has no effect: all writes that returned are durable. */
  @Override
  public void sync() {}

  @Override
  public TableFileWriter newTableFile(Space space) {
    return new SpooledPairs(space, rocks, spoolFolder);
  }

  /**
   * Appends the pairs of the files to the log. Unlike files, the batches take effect one after the
   * other; the keys are not visible before the commit that follows.
   */
  @Override
  public void ingest(List<TableFileWriter> files) {
    for (TableFileWriter file : files) {
      if (!(file instanceof SpooledPairs pairs)) {
        throw new IllegalArgumentException("file of another store file=" + file.getClass());
      }
      pairs.forEachBatch(log::append);
    }
  }

  @Override
  public void close() {}
}
