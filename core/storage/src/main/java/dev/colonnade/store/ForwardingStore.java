package dev.colonnade.store;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Store that forwards all operations to another one; subclasses override some. */
public abstract class ForwardingStore implements Store {
  /** Replaced by {@link #forwardTo} only. */
  private volatile Store target;

  protected ForwardingStore(Store target) {
    this.target = requireNonNull(target, "target is null");
  }

  /** Forwards all later operations to another store. */
  protected final void forwardTo(Store other) {
    target = requireNonNull(other, "other is null");
  }

  @Override
  public StoreIdentity identity() {
    return target.identity();
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return target.get(space, key);
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return target.tryGet(space, key);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    return target.multiGet(space, keys);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return target.cursor(space, options);
  }

  @Override
  public StoreReader asOf(long timestamp) {
    return target.asOf(timestamp);
  }

  @Override
  public boolean isCurrent() {
    return target.isCurrent();
  }

  @Override
  public void requireCurrent() {
    target.requireCurrent();
  }

  @Override
  public Freshness freshness() {
    return target.freshness();
  }

  @Override
  public @Nullable String leader() {
    return target.leader();
  }

  @Override
  public @Nullable String readOnlyReason() {
    return target.readOnlyReason();
  }

  @Override
  public int deletedSpansLeft() {
    return target.deletedSpansLeft();
  }

  @Override
  public boolean mayDeleteListed(KeySpan keys, long memoryBytes) {
    return target.mayDeleteListed(keys, memoryBytes);
  }

  @Override
  public Snapshot snapshot() {
    return target.snapshot();
  }

  @Override
  public Batch newBatch() {
    return target.newBatch();
  }

  /** Returns the store to which operations are forwarded. */
  protected final Store target() {
    return target;
  }

  @Override
  public void write(Batch batch, Durability durability) {
    target.write(batch, durability);
  }

  @Override
  public void sync() {
    target.sync();
  }

  @Override
  public long approximateBytes(Space space, KeySpan span) {
    return target.approximateBytes(space, span);
  }

  @Override
  public TableFileWriter newTableFile(Space space) {
    return target.newTableFile(space);
  }

  @Override
  public void ingest(List<TableFileWriter> files) {
    target.ingest(files);
  }

  @Override
  public void flush() {
    target.flush();
  }

  @Override
  public void compact(Space space, KeySpan span) {
    target.compact(space, span);
  }

  @Override
  public void checkpoint(Path folder) {
    target.checkpoint(folder);
  }

  @Override
  public StoreStatistics statistics() {
    return target.statistics();
  }

  @Override
  public void close() {
    target.close();
  }
}
