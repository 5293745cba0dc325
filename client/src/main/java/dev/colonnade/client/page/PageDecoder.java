package dev.colonnade.client.page;

import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;

/** Turns the payloads of one result into pages. Safe for use by several threads. */
public interface PageDecoder {
  /**
   * A page over a payload. Its reference is taken over: by the page, or given back if the payload
   * is refused.
   *
   * @throws ProtocolException if the payload is not what the server promised
   */
  ResultPage decode(PageInfo info, ByteBuf payload);
}
