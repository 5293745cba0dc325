package dev.colonnade.server.net.transport;

import dev.colonnade.server.auth.TlsContext;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * First handler of a connection, which detects TLS by its first bytes, adds a TLS handler if
 * necessary, and then removes itself from the pipeline.
 *
 * <p>A TLS record begins with {@code 16 03 01} or higher. Read as the little-endian length of a
 * frame, that would be more than 66,000 bytes, which exceeds the limit of a first frame. Therefore
 * the client needs no negotiation before it begins TLS.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the connection closes either way
public final class TlsDetector extends ByteToMessageDecoder {
  private static final int TLS_HANDSHAKE = 0x16;
  private static final int TLS_MAJOR = 3;
  private static final int HEAD_BYTES = 3;

  private final @Nullable TlsContext tls;

  /**
   * Creates the first handler of a connection.
   *
   * @param tls null if TLS is not configured
   */
  public TlsDetector(@Nullable TlsContext tls) {
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
