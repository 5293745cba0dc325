package dev.colonnade.engine;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.RocksStore;
import java.util.ArrayList;
import java.util.List;

/** Pairs to be ingested, as batches: those of a store whose files are entries of a log. */
final class BatchedPairs implements TableFileWriter {
  private static final long BATCH_BYTES = 1 << 20;

  private final RocksStore store;
  private final Space space;
  private final Batch batch;
  private final List<byte[]> batches = new ArrayList<>();
  private long byteSize;

  BatchedPairs(RocksStore store, Space space) {
    this.store = store;
    this.space = space;
    batch = store.newBatch();
  }

  /** Returns the serialized batches, in the order of the pairs. */
  List<byte[]> batches() {
    return batches;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    batch.put(space, key, value);
    byteSize += (long) key.length + value.length;
    if (batch.byteSize() >= BATCH_BYTES) {
      finish();
    }
  }

  @Override
  public long byteSize() {
    return byteSize;
  }

  @Override
  public void finish() {
    batches.add(store.serialized(batch));
    batch.clear();
  }

  @Override
  public void close() {
    batch.close();
  }
}
