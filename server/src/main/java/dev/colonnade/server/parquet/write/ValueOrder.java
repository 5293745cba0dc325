package dev.colonnade.server.parquet.write;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** Orders of stored values in the minimum and maximum of statistics. */
enum ValueOrder {
  BOOLEAN,
  INT32,
  INT64,
  FLOAT,
  DOUBLE,
  /** Bytes as unsigned numbers, the first one first. */
  BYTES,
  /** A number in two's complement, its highest byte first. */
  SIGNED_BYTES;

  /** Compares two values without length prefixes. */
  int compare(ByteBuf left, ByteBuf right) {
    return switch (this) {
      case BOOLEAN -> Byte.compare(left.getByte(at(left)), right.getByte(at(right)));
      case INT32 -> Integer.compare(left.getIntLE(at(left)), right.getIntLE(at(right)));
      case INT64 -> Long.compare(left.getLongLE(at(left)), right.getLongLE(at(right)));
      case FLOAT -> Float.compare(left.getFloatLE(at(left)), right.getFloatLE(at(right)));
      case DOUBLE -> Double.compare(left.getDoubleLE(at(left)), right.getDoubleLE(at(right)));
      case BYTES -> ByteBufUtil.compare(left, right);
      case SIGNED_BYTES -> {
        int signs = Boolean.compare(right.getByte(at(right)) < 0, left.getByte(at(left)) < 0);
        yield signs != 0 ? signs : ByteBufUtil.compare(left, right);
      }
    };
  }

  /** Returns whether a value is NaN, which has no place in the order. */
  boolean isNaN(ByteBuf value) {
    return switch (this) {
      case FLOAT -> Float.isNaN(value.getFloatLE(at(value)));
      case DOUBLE -> Double.isNaN(value.getDoubleLE(at(value)));
      case BOOLEAN, INT32, INT64, BYTES, SIGNED_BYTES -> false;
    };
  }

  private static int at(ByteBuf value) {
    return value.readerIndex();
  }
}
