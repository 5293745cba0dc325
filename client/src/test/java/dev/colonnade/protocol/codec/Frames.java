package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.FrameLayout;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Whole frames, for tests. */
final class Frames {
  private Frames() {}

  /** The whole frame of a message, whose buffer stays the caller's. */
  static <F> ByteBuf encode(MessageFormat<F> format, F frame) {
    ByteBuf out = Unpooled.buffer();
    format.encode(frame, out);
    ByteBuf trailing = format.trailing(frame);
    return out.writeBytes(trailing, trailing.readerIndex(), trailing.readableBytes());
  }

  /** The message of a whole frame, which stays the caller's. */
  static <F> F decode(MessageFormat<F> format, ByteBuf whole) {
    return format.decode(whole.duplicate().skipBytes(FrameLayout.TYPE_OFFSET));
  }
}
