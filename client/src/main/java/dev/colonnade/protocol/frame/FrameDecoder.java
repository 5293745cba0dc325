package dev.colonnade.protocol.frame;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Netty handler that divides the incoming bytes into frames and fires a message for each. Until
 * {@link #handshakeDone(int)} it accepts only short frames. After a {@link ProtocolException},
 * which Netty wraps into a {@code DecoderException}, it discards all further bytes: the connection
 * is lost.
 *
 * @param <F> message with its stream id
 */
public final class FrameDecoder<F> extends ByteToMessageDecoder {
  /**
   * Maximum memory in bytes that is allocated for a frame on the basis of its claimed length alone.
   */
  private static final int TRUSTED_BYTES_MAX = 2 * 1024 * 1024;

  private final MessageCodec<F> format;
  private int frameBytesMax = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX;
  private boolean failed;

  public FrameDecoder(MessageCodec<F> format) {
    this.format = requireNonNull(format, "format is null");
    setCumulator(this::cumulate);
  }

  /** Accepts frames up to this length from here on. Must be called on the event loop. */
  public void handshakeDone(int newFrameBytesMax) {
    frameBytesMax = newFrameBytesMax;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (in.readableBytes() < FrameLayout.TYPE_OFFSET) {
      return;
    }
    failed = true;
    int length =
        FrameLength.require(
            in.getIntLE(in.readerIndex() + FrameLayout.LENGTH_OFFSET), frameBytesMax);
    int frameBytes = FrameLayout.TYPE_OFFSET + length;
    if (in.readableBytes() >= frameBytes) {
      in.skipBytes(FrameLayout.TYPE_OFFSET);
      out.add(format.decode(in.readSlice(length)));
    }
    failed = false;
  }

  /**
   * Collects the parts of a frame in a buffer that is allocated for the whole frame as soon as its
   * length is known, so that a long frame is copied once.
   */
  private ByteBuf cumulate(ByteBufAllocator allocator, ByteBuf cumulation, ByteBuf in) {
    int total = cumulation.readableBytes() + in.readableBytes();
    boolean fits = total - cumulation.readableBytes() <= cumulation.writableBytes();
    if (!cumulation.isReadable() || (fits && cumulation.refCnt() == 1)) {
      return MERGE_CUMULATOR.cumulate(allocator, cumulation, in);
    }
    ByteBuf larger = allocator.buffer(Math.max(total, capacityFor(cumulation, total)));
    try {
      larger.writeBytes(cumulation).writeBytes(in);
    } finally {
      cumulation.release();
      in.release();
    }
    return larger;
  }

  /**
   * Returns the capacity to allocate. A length that the peer only claims is trusted up to {@link
   * #TRUSTED_BYTES_MAX}.
   */
  private int capacityFor(ByteBuf cumulation, int total) {
    if (cumulation.readableBytes() < FrameLayout.TYPE_OFFSET) {
      return total;
    }
    int length = cumulation.getIntLE(cumulation.readerIndex() + FrameLayout.LENGTH_OFFSET);
    int trusted = Math.max(TRUSTED_BYTES_MAX, 2 * total);
    return Math.min(FrameLayout.TYPE_OFFSET + Math.max(length, 0), trusted);
  }
}
