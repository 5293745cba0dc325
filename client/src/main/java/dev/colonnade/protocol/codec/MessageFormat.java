package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;

/**
 * How one direction of the protocol turns messages into frames and back. Implementations keep no
 * state between messages and may be shared.
 *
 * @param <F> a message with its stream id
 */
public sealed interface MessageFormat<F> permits RequestFormat, ResponseFormat {

  /** The class of the messages. */
  Class<F> frameType();

  /**
   * Appends the frame to {@code out}, up to but without the trailing buffer, whose bytes the length
   * counts already.
   */
  void encode(F frame, ByteBuf out);

  /**
   * The buffer that ends the frame, or an empty one. It is the message's own: no reference is
   * added.
   */
  ByteBuf trailing(F frame);

  /**
   * Makes a message of one frame.
   *
   * @param in readable from the frame's type to its end; it stays the caller's, and the message
   *     takes a reference of its own where it keeps a slice
   * @throws ProtocolException if these bytes are no message
   */
  F decode(ByteBuf in);
}
