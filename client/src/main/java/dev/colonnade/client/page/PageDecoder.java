package dev.colonnade.client.page;

import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;

/** Decoder of the payloads of one result into pages. Thread-safe. */
public interface PageDecoder {
  /**
   * Returns a page over a payload. Its reference is consumed: the page owns it, or it is released
   * if the payload is rejected.
   *
   * @throws ProtocolException if the payload does not match the metadata of the result
   */
  ResultPage decode(PageInfo info, ByteBuf payload);
}
