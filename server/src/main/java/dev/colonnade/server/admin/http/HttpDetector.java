package dev.colonnade.server.admin.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Handler of the first bytes of a connection: responds to clients of the native protocol and of
 * that of PostgreSQL at once, which would wait for their timeout otherwise, because their messages
 * have no end of a line. Removes itself in front of a request.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the connection closes either way
final class HttpDetector extends ByteToMessageDecoder {
  /** Length of a frame, or of a message: it has bytes that no method has. */
  private static final int LENGTH_BYTES = 4;

  private static final int PRINTABLE_MIN = ' ';
  private static final int PRINTABLE_MAX = '~';
  private static final String RESPONSE =
      "this port serves HTTP, neither the native protocol nor that of PostgreSQL\n";

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (in.readableBytes() < LENGTH_BYTES) {
      return;
    }
    if (isText(in)) {
      context.pipeline().remove(this);
      return;
    }
    in.skipBytes(in.readableBytes());
    String head =
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n"
            + "Content-Length: %d\r\n\r\n".formatted(RESPONSE.length());
    context
        .writeAndFlush(Unpooled.copiedBuffer(head + RESPONSE, US_ASCII))
        .addListener(ChannelFutureListener.CLOSE);
  }

  /** Returns whether all bytes may begin a request; one may follow ends of lines. */
  private static boolean isText(ByteBuf in) {
    for (int i = in.readerIndex(); i < in.readerIndex() + LENGTH_BYTES; i++) {
      byte next = in.getByte(i);
      boolean isPrintable = next >= PRINTABLE_MIN && next <= PRINTABLE_MAX;
      if (!isPrintable && next != '\r' && next != '\n') {
        return false;
      }
    }
    return true;
  }
}
