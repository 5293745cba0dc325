package dev.colonnade.server.net;

import dev.colonnade.server.auth.TlsGround;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the first bytes of a connection: TLS is given to a handler of its own. Then it is gone.
 *
 * <p>A record of TLS begins with {@code 16 03 01} or higher. As the length of a frame that would be
 * more than 66,000 bytes, which no first frame may have: there is nothing to negotiate.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the connection closes either way
final class TlsDetector extends ByteToMessageDecoder {
  private static final int TLS_HANDSHAKE = 0x16;
  private static final int TLS_MAJOR = 3;
  private static final int HEAD_BYTES = 3;

  private final @Nullable TlsGround tls;

  /**
   * The first handler of a connection.
   *
   * @param tls null if there is none
   */
  TlsDetector(@Nullable TlsGround tls) {
    this.tls = tls;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    int at = in.readerIndex();
    if (in.getByte(at) != TLS_HANDSHAKE) {
      context.pipeline().remove(this);
      return;
    }
    if (in.readableBytes() < HEAD_BYTES) {
      return;
    }
    boolean isTls = in.getByte(at + 1) == TLS_MAJOR && in.getByte(at + 2) != 0;
    if (isTls) {
      beginTls(context, in);
    } else {
      context.pipeline().remove(this);
    }
  }

  private void beginTls(ChannelHandlerContext context, ByteBuf in) {
    if (tls == null) {
      in.skipBytes(in.readableBytes());
      context.close();
      return;
    }
    context.pipeline().addAfter(context.name(), "tls", tls.newHandler(context.alloc()));
    context.pipeline().remove(this);
  }
}
