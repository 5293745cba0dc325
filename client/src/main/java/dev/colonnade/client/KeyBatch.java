package dev.colonnade.client;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.tuple.TupleShape;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Keys, encoded as they are put: {@code keys.add().putLong(1).end()}. Needs no closing, and may be
 * used again. Not thread-safe.
 */
public final class KeyBatch {
  private final TupleShape shape;
  private final ByteBuf tuples = Unpooled.buffer();
  private final RowBuilder keys;
  private int keyCount;

  KeyBatch(TupleShape shape) {
    this.shape = shape;
    this.keys = new RowBuilder(shape, tuples, () -> keyCount++);
  }

  /** Begins a key. */
  public RowBuilder add() {
    keys.begin();
    return keys;
  }

  /** Ended keys. */
  public int size() {
    return keyCount;
  }

  /** Forgets all keys. */
  public void clear() {
    keys.abandon();
    tuples.clear();
    keyCount = 0;
  }

  int columnCount() {
    return shape.columnCount();
  }

  /** The ended keys as they are now. */
  Bytes toBytes() {
    if (keys.isInRow()) {
      throw new IllegalStateException("a key is not ended: keyCount=" + keyCount);
    }
    return Bytes.copyOf(tuples);
  }
}
