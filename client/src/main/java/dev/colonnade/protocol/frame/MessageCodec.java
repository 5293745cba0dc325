package dev.colonnade.protocol.frame;

import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;

/**
 * Codec of the messages of one direction. Implementations have no state and may be shared.
 *
 * @param <F> message with its stream id
 */
public interface MessageCodec<F> {

  /** Returns the class of the messages. */
  Class<F> frameType();

  /**
   * Appends the frame to {@code out}, except the trailing buffer, whose bytes the frame length
   * includes.
   */
  void encode(F frame, ByteBuf out);

  /**
   * Returns the buffer that ends the frame, or an empty one. It is the message's own buffer,
   * without an additional reference.
   */
  ByteBuf trailing(F frame);

  /**
   * Decodes a message from one frame.
   *
   * @param in readable from the frame's type to its end; the caller retains ownership, and the
   *     message acquires a reference of its own if it contains a slice
   * @throws ProtocolException if the bytes are not a valid message
   */
  F decode(ByteBuf in);
}
