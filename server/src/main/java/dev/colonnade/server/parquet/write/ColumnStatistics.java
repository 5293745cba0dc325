package dev.colonnade.server.parquet.write;

import dev.colonnade.server.parquet.format.ThriftWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** Statistics of the values of a column chunk. One thread. */
final class ColumnStatistics {
  private static final int NULL_COUNT = 3;
  private static final int MAX_VALUE = 5;
  private static final int MIN_VALUE = 6;
  private static final int IS_MAX_EXACT = 7;
  private static final int IS_MIN_EXACT = 8;

  /** Bytes of values that are stored as minimum or maximum; with longer ones there are none. */
  private static final int VALUE_BYTES_MAX = 128;

  private final ValueOrder order;
  private @Nullable ByteBuf min;
  private @Nullable ByteBuf max;
  private boolean isUnordered;
  private long nullCount;

  ColumnStatistics(ValueOrder order) {
    this.order = order;
  }

  void addNull() {
    nullCount++;
  }

  /** Adds a value without its length prefix. */
  void add(ByteBuf value) {
    if (isUnordered) {
      return;
    }
    if (order.isNaN(value)) {
      isUnordered = true;
      return;
    }
    if (min == null || order.compare(value, min) < 0) {
      min = copy(value);
    }
    if (max == null || order.compare(value, max) > 0) {
      max = copy(value);
    }
  }

  private static ByteBuf copy(ByteBuf value) {
    return Unpooled.wrappedBuffer(ByteBufUtil.getBytes(value));
  }

  void write(ThriftWriter out) {
    out.writeLong(NULL_COUNT, nullCount);
    ByteBuf low = min;
    ByteBuf high = max;
    if (isUnordered
        || low == null
        || high == null
        || low.readableBytes() > VALUE_BYTES_MAX
        || high.readableBytes() > VALUE_BYTES_MAX) {
      return;
    }
    out.writeBytes(MAX_VALUE, signed(high, false));
    out.writeBytes(MIN_VALUE, signed(low, true));
    out.writeBoolean(IS_MAX_EXACT, true);
    out.writeBoolean(IS_MIN_EXACT, true);
  }

  /** A minimum of zero is stored as -0.0 and a maximum as +0.0, because readers differ in these. */
  private byte[] signed(ByteBuf value, boolean isMin) {
    ByteBuf out = value.copy();
    if (order == ValueOrder.DOUBLE && value.getDoubleLE(0) == 0) {
      out.setDoubleLE(0, isMin ? -0.0 : 0.0);
    } else if (order == ValueOrder.FLOAT && value.getFloatLE(0) == 0) {
      out.setFloatLE(0, isMin ? -0.0f : 0.0f);
    }
    return ByteBufUtil.getBytes(out);
  }
}
