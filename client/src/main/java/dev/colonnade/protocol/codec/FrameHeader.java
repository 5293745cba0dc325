package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;

/** Frame fields before the payload, except the length. */
record FrameHeader(int type, int flags, int streamId) {
  boolean hasFlag(int flag) {
    return (flags & flag) != 0;
  }

  /** Writes the header of a frame whose length is not known yet. */
  public static void write(ByteBuf out, int type, int flags, int streamId) {
    out.writeIntLE(0);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeIntLE(streamId);
  }

  /** Sets the length of the frame that starts at {@code start} and ends with a trailing buffer. */
  static void setLength(ByteBuf out, int start, int trailingBytes) {
    int written = out.writerIndex() - start - FrameLayout.TYPE_OFFSET;
    out.setIntLE(start + FrameLayout.LENGTH_OFFSET, Math.addExact(written, trailingBytes));
  }

  /** Reads the header fields that follow the length. */
  static FrameHeader read(ByteBuf in) {
    if (in.readableBytes() < FrameLayout.COUNTED_HEADER_BYTES) {
      throw ProtocolException.malformed(
          "frame header is truncated: readable=" + in.readableBytes());
    }
    return new FrameHeader(in.readUnsignedByte(), in.readUnsignedByte(), in.readIntLE());
  }
}
