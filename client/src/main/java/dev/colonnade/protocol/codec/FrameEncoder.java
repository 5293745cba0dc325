package dev.colonnade.protocol.codec;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Writes messages as frames. A message's buffer goes out as it is, after the frame's head and
 * without being copied, unless it is so short that copying it is cheaper.
 *
 * @param <F> a message with its stream id
 */
public final class FrameEncoder<F> extends ChannelOutboundHandlerAdapter {
  /** Trailing buffers up to this many bytes are copied into the buffer of the frame's head. */
  static final int COPIED_BYTES_MAX = 1024;

  private static final int HEAD_BYTES_EXPECTED = 256;

  private final MessageFormat<F> format;
  private int frameBytesMax = Integer.MAX_VALUE;

  public FrameEncoder(MessageFormat<F> format) {
    this.format = requireNonNull(format, "format is null");
  }

  /**
   * From here on, longer frames than the peer takes fail their promise with a {@link
   * ProtocolException} instead of going out. To be called on the event loop.
   */
  public void handshakeDone(int newFrameBytesMax) {
    frameBytesMax = newFrameBytesMax;
  }

  // The promise tells the outcome; the future that Netty returns is the same one.
  @SuppressWarnings("FutureReturnValueIgnored")
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (format.frameType().isInstance(message)) {
      writeFrame(context, format.frameType().cast(message), promise);
    } else {
      context.write(message, promise);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored")
  private void writeFrame(ChannelHandlerContext context, F frame, ChannelPromise promise) {
    ByteBuf trailing = format.trailing(frame);
    int trailingBytes = trailing.readableBytes();
    boolean copied = trailingBytes <= COPIED_BYTES_MAX;
    ByteBuf head = context.alloc().ioBuffer(HEAD_BYTES_EXPECTED + (copied ? trailingBytes : 0));
    try {
      format.encode(frame, head);
      requireTaken(head.readableBytes() + (long) trailingBytes);
      if (copied) {
        head.writeBytes(trailing, trailing.readerIndex(), trailingBytes);
      }
    } catch (RuntimeException failure) {
      head.release();
      trailing.release();
      promise.setFailure(failure);
      return;
    }
    if (copied) {
      trailing.release();
      context.write(head, promise);
    } else {
      context.write(head, context.voidPromise());
      context.write(trailing, promise);
    }
  }

  private void requireTaken(long frameBytes) {
    long lengthField = frameBytes - FrameLayout.TYPE_OFFSET;
    if (lengthField > frameBytesMax) {
      throw ProtocolException.limit("frame.bytes", lengthField, frameBytesMax);
    }
  }
}
