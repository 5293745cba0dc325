package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.server.auth.TlsContext;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Protocol detector: reads the first bytes of a connection. Adds a TLS handler if the client starts
 * a TLS handshake without an SSLRequest, responds to HTTP with an error, and removes itself
 * otherwise.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the connection closes either way
final class PgProtocolDetector extends ByteToMessageDecoder {
  private static final int TLS_HANDSHAKE = 0x16;
  private static final int METHOD_BYTES = 4;
  private static final Set<String> HTTP_METHODS =
      Set.of("GET ", "POST", "PUT ", "HEAD", "OPTI", "DELE", "PATC", "CONN", "TRAC", "PRI ");
  private static final String RESPONSE = "this port serves the PostgreSQL protocol, not HTTP\n";

  private final @Nullable TlsContext tls;
  private final Runnable onTls;

  /**
   * Creates the first handler of a connection.
   *
   * @param tls null if TLS is not configured
   * @param onTls runs when the client starts a TLS handshake without an SSLRequest
   */
  PgProtocolDetector(@Nullable TlsContext tls, Runnable onTls) {
    this.tls = tls;
    this.onTls = onTls;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (in.getByte(in.readerIndex()) == TLS_HANDSHAKE) {
      beginTls(context, in);
      return;
    }
    if (in.readableBytes() < METHOD_BYTES) {
      return;
    }
    if (HTTP_METHODS.contains(in.toString(in.readerIndex(), METHOD_BYTES, US_ASCII))) {
      in.skipBytes(in.readableBytes());
      refuse(context);
      return;
    }
    context.pipeline().remove(this);
  }

  private void beginTls(ChannelHandlerContext context, ByteBuf in) {
    if (tls == null) {
      in.skipBytes(in.readableBytes());
      context.close();
      return;
    }
    onTls.run();
    context.pipeline().addAfter(context.name(), "tls", tls.newHandler(context.alloc()));
    context.pipeline().remove(this);
  }

  private static void refuse(ChannelHandlerContext context) {
    String head =
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n"
            + "Content-Length: %d\r\n\r\n".formatted(RESPONSE.length());
    context
        .writeAndFlush(Unpooled.copiedBuffer(head + RESPONSE, US_ASCII))
        .addListener(ChannelFutureListener.CLOSE);
  }
}
