package dev.colonnade.server.pg.wire;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.encoding.TextEncoding;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Decoder of frontend messages. A length is checked before any memory is allocated for it; a
 * message over the limit is skipped and becomes one that fails. Bytes that do not form a message
 * close the connection with a {@link PgProtocolException}. Confined to the event loop of its
 * connection.
 */
public final class FrontendDecoder extends ByteToMessageDecoder {
  /** Maximum length of messages that contain no more than a name. */
  private static final int SMALL_BYTES_MAX = 10_000;

  /** Longest message that is skipped: PostgreSQL's limit; a greater length is no message. */
  private static final int SKIPPED_BYTES_MAX = 1 << 30;

  private static final int STARTUP_BYTES_MIN =
      PgProtocolLayout.LENGTH_BYTES + PgProtocolLayout.CODE_BYTES;

  private boolean isStarted;

  /** Parser for the encoding of the client. Set by the thread of the session. */
  private volatile FrontendMessageParser parser = new FrontendMessageParser(TextEncoding.UTF8);

  private int messageBytesMax = PgProtocolLayout.AUTHENTICATION_BYTES_MAX;
  private boolean isAuthenticated;

  /** Bytes of a message over the limit that are still to be skipped. */
  private long skippedBytes;

  /** Sets the character encoding of the messages that are received from now on. Any thread. */
  public void encoding(TextEncoding encoding) {
    parser = new FrontendMessageParser(encoding);
  }

  /** Sets the maximum length of messages, in bytes; called when the client is authenticated. */
  public void messageBytesMax(int bytesMax) {
    messageBytesMax = bytesMax;
    isAuthenticated = true;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (isStarted) {
      decodeMessage(in, out);
    } else {
      decodeFirst(in, out);
    }
  }

  private void decodeFirst(ByteBuf in, List<Object> out) {
    if (in.readableBytes() < PgProtocolLayout.LENGTH_BYTES) {
      return;
    }
    int length = in.getInt(in.readerIndex());
    if (length < STARTUP_BYTES_MIN || length > PgProtocolLayout.STARTUP_BYTES_MAX) {
      throw PgProtocolException.violation("invalid length of startup packet");
    }
    if (in.readableBytes() < length) {
      return;
    }
    in.skipBytes(PgProtocolLayout.LENGTH_BYTES);
    FrontendMessage message = parser.first(in.readSlice(length - PgProtocolLayout.LENGTH_BYTES));
    switch (message) {
      case FrontendMessage.Startup _ -> isStarted = true;
      case FrontendMessage.SslRequest _, FrontendMessage.GssEncRequest _ -> requireNoPlaintext(in);
      default -> in.skipBytes(in.readableBytes());
    }
    out.add(message);
  }

  /**
   * Throws a {@link PgProtocolException} if bytes follow the encryption request: they are not
   * encrypted, and an attacker may have injected them.
   */
  private static void requireNoPlaintext(ByteBuf in) {
    if (in.isReadable()) {
      throw PgProtocolException.violation(
          "received unencrypted data after SSL request: bytes=" + in.readableBytes());
    }
  }

  private void decodeMessage(ByteBuf in, List<Object> out) {
    if (skippedBytes > 0) {
      int skipped = (int) Math.min(skippedBytes, in.readableBytes());
      in.skipBytes(skipped);
      skippedBytes -= skipped;
      return;
    }
    if (in.readableBytes() < PgProtocolLayout.TYPE_BYTES) {
      return;
    }
    char type = (char) in.getUnsignedByte(in.readerIndex());
    int max = bytesMax(type);
    if (in.readableBytes() < PgProtocolLayout.TYPE_BYTES + PgProtocolLayout.LENGTH_BYTES) {
      return;
    }
    int length = in.getInt(in.readerIndex() + PgProtocolLayout.TYPE_BYTES);
    if (length < PgProtocolLayout.LENGTH_BYTES) {
      throw PgProtocolException.violation("invalid message length: length=" + length);
    }
    if (length > max) {
      tooLong(type, length, max, in, out);
      return;
    }
    if (in.readableBytes() < PgProtocolLayout.TYPE_BYTES + length) {
      return;
    }
    in.skipBytes(PgProtocolLayout.TYPE_BYTES + PgProtocolLayout.LENGTH_BYTES);
    out.add(read(type, in, length - PgProtocolLayout.LENGTH_BYTES));
  }

  /**
   * Replaces a message over the limit of an authenticated client, whose content is skipped, by one
   * that fails; closes the connection of other clients.
   */
  private void tooLong(char type, int length, int max, ByteBuf in, List<Object> out) {
    String message = "message is too long: type=%s length=%d max=%d".formatted(type, length, max);
    boolean isPlausible = max != SMALL_BYTES_MAX && length <= SKIPPED_BYTES_MAX;
    if (!isAuthenticated || !isPlausible) {
      throw new PgProtocolException(ErrorCode.FRAME_TOO_LARGE, message);
    }
    in.skipBytes(PgProtocolLayout.TYPE_BYTES + PgProtocolLayout.LENGTH_BYTES);
    skippedBytes = length - (long) PgProtocolLayout.LENGTH_BYTES;
    out.add(
        new FrontendMessage.Malformed(
            ErrorCode.FRAME_TOO_LARGE, message, type == 'Q' || type == 'F'));
  }

  /**
   * Decodes a message, whose content ends the buffer meanwhile; malformed content yields Malformed,
   * since the next message start is known.
   */
  private FrontendMessage read(char type, ByteBuf in, int contentBytes) {
    int end = in.readerIndex() + contentBytes;
    int received = in.writerIndex();
    in.writerIndex(end);
    try {
      return parser.message(type, in);
    } catch (PgProtocolException e) {
      return new FrontendMessage.Malformed(
          e.code(), String.valueOf(e.getMessage()), type == 'Q' || type == 'F');
    } finally {
      in.setIndex(end, received);
    }
  }

  private int bytesMax(char type) {
    return switch (type) {
      case 'Q', 'P', 'B', 'd', 'F', 'f' -> messageBytesMax;
      case 'p' -> PgProtocolLayout.AUTHENTICATION_BYTES_MAX;
      case 'D', 'E', 'C', 'H', 'S', 'X', 'c' -> SMALL_BYTES_MAX;
      default -> throw PgProtocolException.violation("invalid frontend message type " + (int) type);
    };
  }
}
