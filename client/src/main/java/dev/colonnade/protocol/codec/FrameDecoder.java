package dev.colonnade.protocol.codec;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts the incoming bytes into frames and fires a message for each. Until {@link
 * #handshakeDone(int)} it takes short frames only. After a {@link ProtocolException}, which Netty
 * wraps into a {@code DecoderException}, it passes over everything: the connection is lost.
 *
 * @param <F> a message with its stream id
 */
public final class FrameDecoder<F> extends ByteToMessageDecoder {
  private final MessageFormat<F> format;
  private int frameBytesMax = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX;
  private boolean broken;

  public FrameDecoder(MessageFormat<F> format) {
    this.format = requireNonNull(format, "format is null");
  }

  /** From here on, frames up to this length are taken. To be called on the event loop. */
  public void handshakeDone(int newFrameBytesMax) {
    frameBytesMax = newFrameBytesMax;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (broken) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (in.readableBytes() < FrameLayout.TYPE_OFFSET) {
      return;
    }
    broken = true;
    int length = requireLength(in.getIntLE(in.readerIndex() + FrameLayout.LENGTH_OFFSET));
    int frameBytes = FrameLayout.TYPE_OFFSET + length;
    if (in.readableBytes() >= frameBytes) {
      in.skipBytes(FrameLayout.TYPE_OFFSET);
      out.add(format.decode(in.readSlice(length)));
    }
    broken = false;
  }

  private int requireLength(int length) {
    if (length < FrameLayout.COUNTED_HEADER_BYTES || length > frameBytesMax) {
      throw new ProtocolException(
          ProtocolError.FRAME_LENGTH,
          "frame length is out of range: length="
              + Integer.toUnsignedString(length)
              + " min="
              + FrameLayout.COUNTED_HEADER_BYTES
              + " max="
              + frameBytesMax);
    }
    return length;
  }
}
