package dev.colonnade.server.pg.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import io.netty.buffer.ByteBuf;

/** Bounds-checked reads of big-endian integers from values in binary format. */
final class BinaryInput {
  private BinaryInput() {}

  static byte int8(ByteBuf in) {
    require(in, Byte.BYTES);
    return in.readByte();
  }

  static short int16(ByteBuf in) {
    require(in, Short.BYTES);
    return in.readShort();
  }

  static int int32(ByteBuf in) {
    require(in, Integer.BYTES);
    return in.readInt();
  }

  static long int64(ByteBuf in) {
    require(in, Long.BYTES);
    return in.readLong();
  }

  private static void require(ByteBuf in, int bytes) {
    if (in.readableBytes() < bytes) {
      throw new ColonnadeException(
          ErrorCode.PROTOCOL_VIOLATION, "insufficient data left in message");
    }
  }

  /** Returns the exception for a value of type {@code what} that is malformed. */
  static ColonnadeException invalid(String what) {
    return new ColonnadeException(
        ErrorCode.INVALID_BINARY_REPRESENTATION, "incorrect binary data format: " + what);
  }
}
