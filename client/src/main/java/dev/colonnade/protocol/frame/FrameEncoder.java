package dev.colonnade.protocol.frame;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Netty handler that encodes messages as frames. The buffer of a message is written after the
 * frame's head without being copied, unless it is so short that a copy is cheaper.
 *
 * @param <F> message with its stream id
 */
public final class FrameEncoder<F> extends ChannelOutboundHandlerAdapter {
  /** Trailing buffers up to this many bytes are copied into the buffer of the frame's head. */
  static final int COPIED_BYTES_MAX = 1024;

  private static final int HEAD_BYTES_EXPECTED = 256;

  private final MessageCodec<F> format;
  private int frameBytesMax = Integer.MAX_VALUE;

  public FrameEncoder(MessageCodec<F> format) {
    this.format = requireNonNull(format, "format is null");
  }

  /**
   * Fails the promise of a frame that is longer than this with a {@link ProtocolException} from
   * here on, instead of writing the frame. Must be called on the event loop.
   */
  public void handshakeDone(int newFrameBytesMax) {
    frameBytesMax = newFrameBytesMax;
  }

  // The promise reports the outcome; the future that Netty returns is the same object.
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
      requireWithinLimit(head.readableBytes() + (long) trailingBytes);
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

  private void requireWithinLimit(long frameBytes) {
    long lengthField = frameBytes - FrameLayout.TYPE_OFFSET;
    if (lengthField > frameBytesMax) {
      throw ProtocolException.limit("frame.bytes", lengthField, frameBytesMax);
    }
  }
}
