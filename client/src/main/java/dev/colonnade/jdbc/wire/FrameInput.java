package dev.colonnade.jdbc.wire;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.codec.ResponseCodec;
import dev.colonnade.protocol.frame.FrameLength;
import dev.colonnade.protocol.frame.ResponseFrame;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reader of frames from a stream. Each frame is in a heap array of its own, so that a result can
 * retain it for any time and no buffer has to be released.
 */
final class FrameInput {
  private static final int BUFFER_BYTES = 64 * 1024;

  /**
   * Largest allocation for a frame of which only the length has arrived; the array grows with the
   * data, so that a false length cannot exhaust the memory.
   */
  private static final int INITIAL_FRAME_BYTES_MAX = 2 * 1024 * 1024;

  private final InputStream in;
  private final ResponseCodec format;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int end;
  private int frameBytesMax = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX;

  FrameInput(InputStream in, ResponseCodec format) {
    this.in = in;
    this.format = format;
  }

  /** Accepts frames up to this length from now on. */
  void handshakeDone(int newFrameBytesMax) {
    frameBytesMax = newFrameBytesMax;
  }

  /** Blocks until the next frame has arrived and returns it. */
  ResponseFrame read() throws IOException {
    while (end - position < FrameLayout.TYPE_OFFSET) {
      fill();
    }
    int length =
        FrameLength.require(littleEndian(position + FrameLayout.LENGTH_OFFSET), frameBytesMax);
    position += FrameLayout.TYPE_OFFSET;
    return format.decode(Unpooled.wrappedBuffer(readBytes(length)));
  }

  private byte[] readBytes(int length) throws IOException {
    int buffered = Math.min(length, end - position);
    byte[] frame = new byte[Math.min(length, Math.max(buffered, INITIAL_FRAME_BYTES_MAX))];
    System.arraycopy(buffer, position, frame, 0, buffered);
    position += buffered;
    int filled = buffered;
    while (filled < length) {
      if (filled == frame.length) {
        frame = java.util.Arrays.copyOf(frame, (int) Math.min(length, 2L * frame.length));
      }
      int count = in.read(frame, filled, frame.length - filled);
      if (count < 0) {
        throw closed();
      }
      filled += count;
    }
    return frame;
  }

  private void fill() throws IOException {
    System.arraycopy(buffer, position, buffer, 0, end - position);
    end -= position;
    position = 0;
    int count = in.read(buffer, end, buffer.length - end);
    if (count < 0) {
      throw closed();
    }
    end += count;
  }

  private int littleEndian(int at) {
    return (buffer[at] & 0xFF)
        | (buffer[at + 1] & 0xFF) << 8
        | (buffer[at + 2] & 0xFF) << 16
        | (buffer[at + 3] & 0xFF) << 24;
  }

  private static EOFException closed() {
    return new EOFException("the server closed the connection");
  }
}
