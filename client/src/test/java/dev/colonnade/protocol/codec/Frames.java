package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.frame.MessageCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Whole frames for tests. */
final class Frames {
  private Frames() {}

  /** Returns the whole frame of a message, whose buffer the caller retains. */
  public static <F> ByteBuf encode(MessageCodec<F> format, F frame) {
    ByteBuf out = Unpooled.buffer();
    format.encode(frame, out);
    ByteBuf trailing = format.trailing(frame);
    return out.writeBytes(trailing, trailing.readerIndex(), trailing.readableBytes());
  }

  /** Returns the message of a whole frame, which the caller retains. */
  public static <F> F decode(MessageCodec<F> format, ByteBuf whole) {
    return format.decode(whole.duplicate().skipBytes(FrameLayout.TYPE_OFFSET));
  }

  /** Releases the buffer of a decoded message. */
  public static void release(Object frame) {
    if (frame instanceof RequestFrame request) {
      request.request().release();
    } else if (frame instanceof ResponseFrame response) {
      response.response().release();
    }
  }
}
