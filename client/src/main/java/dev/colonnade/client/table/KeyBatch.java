package dev.colonnade.client.table;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.tuple.TupleSchema;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Batch of keys, encoded as they are added: {@code keys.add().putLong(1).end()}. It needs no
 * closing, and may be reused. Not thread-safe.
 */
public final class KeyBatch {
  private final TupleSchema shape;
  private final ByteBuf tuples = Unpooled.buffer();
  private final RowBuilder keys;
  private int keyCount;

  /** Creates an empty batch of keys of this shape. */
  public KeyBatch(TupleSchema shape) {
    this.shape = shape;
    this.keys = new RowBuilder(shape, tuples, () -> keyCount++);
  }

  /** Starts a key. */
  public RowBuilder add() {
    keys.begin();
    return keys;
  }

  /** Returns the number of ended keys. */
  public int size() {
    return keyCount;
  }

  /** Removes all keys. */
  public void clear() {
    keys.abandon();
    tuples.clear();
    keyCount = 0;
  }

  /** Returns the number of columns of each key. */
  public int columnCount() {
    return shape.columnCount();
  }

  /** Returns a copy of the ended keys. */
  public Bytes toBytes() {
    if (keys.isInRow()) {
      throw new IllegalStateException("a key is not ended: keyCount=" + keyCount);
    }
    return Bytes.copyOf(tuples);
  }
}
