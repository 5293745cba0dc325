package dev.colonnade.store;

import java.util.ArrayList;
import java.util.List;

/** Table file of a {@link MemoryStore}. */
final class MemoryTableFile implements TableFileWriter {
  private final Space space;
  private final List<byte[]> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();
  private long byteSize;

  MemoryTableFile(Space space) {
    this.space = space;
  }

  void writeTo(Batch batch) {
    for (int i = 0; i < keys.size(); i++) {
      batch.put(space, keys.get(i), values.get(i));
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    keys.add(key.clone());
    values.add(value.clone());
    byteSize += (long) key.length + value.length;
  }

  @Override
  public long byteSize() {
    return byteSize;
  }

  @Override
  public void finish() {
    if (keys.isEmpty()) {
      throw new IllegalStateException("table file without keys");
    }
  }

  @Override
  public void close() {}
}
