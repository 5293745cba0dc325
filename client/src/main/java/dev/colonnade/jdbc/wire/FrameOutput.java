package dev.colonnade.jdbc.wire;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.codec.RequestCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;

/** Writer of frames to a stream. It buffers the added frames and writes them with one call. */
final class FrameOutput {
  private static final int BUFFER_BYTES = 8 * 1024;

  /** Capacity above which a buffer is not reused. */
  private static final int REUSED_BYTES_MAX = 256 * 1024;

  private final OutputStream out;
  private final RequestCodec format;
  private ByteBuf buffer = Unpooled.buffer(BUFFER_BYTES);
  private int frameBytesMax = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX;

  FrameOutput(OutputStream out, RequestCodec format) {
    this.out = out;
    this.format = format;
  }

  void handshakeDone(int newFrameBytesMax) {
    frameBytesMax = newFrameBytesMax;
  }

  /**
   * Adds a frame to the next write and releases the frame's own buffer.
   *
   * @throws ProtocolException if the frame is longer than the server accepts; it is not added then
   */
  void add(RequestFrame frame) {
    int start = buffer.writerIndex();
    ByteBuf trailing = format.trailing(frame);
    try {
      format.encode(frame, buffer);
      long bytes = (long) buffer.writerIndex() - start + trailing.readableBytes();
      if (bytes - FrameLayout.TYPE_OFFSET > frameBytesMax) {
        throw ProtocolException.limit("frame.bytes", bytes, frameBytesMax);
      }
      buffer.writeBytes(trailing, trailing.readerIndex(), trailing.readableBytes());
    } catch (RuntimeException refused) {
      buffer.writerIndex(start);
      throw refused;
    } finally {
      trailing.release();
    }
  }

  /** Writes the added frames. */
  void flush() throws IOException {
    out.write(buffer.array(), buffer.arrayOffset(), buffer.writerIndex());
    buffer.clear();
    if (buffer.capacity() > REUSED_BYTES_MAX) {
      buffer = Unpooled.buffer(BUFFER_BYTES);
    }
  }
}
