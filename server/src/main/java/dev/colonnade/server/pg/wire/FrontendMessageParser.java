package dev.colonnade.server.pg.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.type.Bytes;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the content of one complete frontend message. Throws {@link PgProtocolException} if the
 * content is malformed.
 */
final class FrontendMessageParser {
  private static final int PARAMETERS_MAX = 200;

  private static final short[] NO_FORMATS = {};
  private static final int[] NO_OIDS = {};

  private final TextEncoding encoding;

  FrontendMessageParser(TextEncoding encoding) {
    this.encoding = requireNonNull(encoding, "encoding is null");
  }

  /** Parses the first message of a connection, from after its length field. */
  FrontendMessage first(ByteBuf in) {
    int code = in.readInt();
    FrontendMessage message =
        switch (code) {
          case PgProtocolLayout.SSL_REQUEST -> new FrontendMessage.SslRequest();
          case PgProtocolLayout.GSSENC_REQUEST -> new FrontendMessage.GssEncRequest();
          case PgProtocolLayout.CANCEL_REQUEST -> cancel(in);
          default -> startup(code, in);
        };
    requireEmpty(in, "start-up");
    return message;
  }

  private static FrontendMessage cancel(ByteBuf in) {
    if (in.readableBytes() != 2 * Integer.BYTES) {
      throw PgProtocolException.violation(
          "invalid length of cancel request: bytes=" + in.readableBytes());
    }
    return new FrontendMessage.CancelRequest(in.readInt(), in.readInt());
  }

  private FrontendMessage startup(int code, ByteBuf in) {
    if (PgProtocolLayout.majorOf(code) != PgProtocolLayout.MAJOR_VERSION) {
      throw new PgProtocolException(
          ErrorCode.UNSUPPORTED,
          "unsupported frontend protocol %d.%d: server supports 3.0 to 3.0"
              .formatted(PgProtocolLayout.majorOf(code), PgProtocolLayout.minorOf(code)));
    }
    Map<String, String> parameters = new HashMap<>();
    for (String name = text(in); !name.isEmpty(); name = text(in)) {
      if (parameters.size() == PARAMETERS_MAX) {
        throw PgProtocolException.violation("too many start-up parameters: max=" + PARAMETERS_MAX);
      }
      parameters.put(name, text(in));
    }
    return new FrontendMessage.Startup(PgProtocolLayout.minorOf(code), parameters);
  }

  /** Parses any later message. */
  FrontendMessage message(char type, ByteBuf in) {
    if (type == 'd') {
      return new FrontendMessage.CopyData(in.readRetainedSlice(in.readableBytes()));
    }
    FrontendMessage message =
        switch (type) {
          case 'Q' -> new FrontendMessage.Query(text(in));
          case 'P' -> new FrontendMessage.Parse(text(in), text(in), oids(in));
          case 'B' -> bind(in);
          case 'D' -> describe(in);
          case 'E' -> new FrontendMessage.Execute(text(in), int32(in));
          case 'C' -> close(in);
          case 'H' -> new FrontendMessage.Flush();
          case 'S' -> new FrontendMessage.Sync();
          case 'X' -> new FrontendMessage.Terminate();
          case 'p' -> new FrontendMessage.Password(bytes(in, in.readableBytes()));
          case 'c' -> new FrontendMessage.CopyDone();
          case 'f' -> new FrontendMessage.CopyFail(text(in));
          case 'F' -> functionCall(in);
          default ->
              throw PgProtocolException.violation("invalid frontend message type " + (int) type);
        };
    requireEmpty(in, "type " + type);
    return message;
  }

  private static FrontendMessage functionCall(ByteBuf in) {
    in.skipBytes(in.readableBytes());
    return new FrontendMessage.FunctionCall();
  }

  private FrontendMessage describe(ByteBuf in) {
    return isStatement(in)
        ? new FrontendMessage.DescribeStatement(text(in))
        : new FrontendMessage.DescribePortal(text(in));
  }

  private FrontendMessage close(ByteBuf in) {
    return isStatement(in)
        ? new FrontendMessage.CloseStatement(text(in))
        : new FrontendMessage.ClosePortal(text(in));
  }

  private static boolean isStatement(ByteBuf in) {
    require(in, 1);
    byte kind = in.readByte();
    if (kind != 'S' && kind != 'P') {
      throw PgProtocolException.violation(
          "invalid kind of object: kind=" + kind + " (neither S nor P)");
    }
    return kind == 'S';
  }

  private FrontendMessage bind(ByteBuf in) {
    String portal = text(in);
    String statement = text(in);
    short[] formats = formats(in);
    byte[] @Nullable [] values = values(in);
    if (formats.length > 1 && formats.length != values.length) {
      throw PgProtocolException.violation(
          "bind message has %d parameter formats but %d parameters"
              .formatted(formats.length, values.length));
    }
    return new FrontendMessage.Bind(portal, statement, formats, values, formats(in));
  }

  private static byte[] @Nullable [] values(ByteBuf in) {
    int count = count(in);
    // Each value has a length field, so the allocation is bounded by the received bytes.
    require(in, count * Integer.BYTES);
    byte[] @Nullable [] values = new byte[count] @Nullable [];
    for (int i = 0; i < count; i++) {
      int length = int32(in);
      if (length < PgProtocolLayout.NULL_LENGTH) {
        throw PgProtocolException.violation("invalid length of a parameter: length=" + length);
      }
      values[i] = length == PgProtocolLayout.NULL_LENGTH ? null : bytes(in, length);
    }
    return values;
  }

  private static short[] formats(ByteBuf in) {
    int count = count(in);
    if (count == 0) {
      return NO_FORMATS;
    }
    require(in, count * Short.BYTES);
    short[] formats = new short[count];
    for (int i = 0; i < count; i++) {
      formats[i] = in.readShort();
      if (formats[i] != PgProtocolLayout.TEXT_FORMAT
          && formats[i] != PgProtocolLayout.BINARY_FORMAT) {
        throw new PgProtocolException(
            ErrorCode.INVALID_ARGUMENT, "unsupported format code: " + formats[i]);
      }
    }
    return formats;
  }

  private static int[] oids(ByteBuf in) {
    int count = count(in);
    if (count == 0) {
      return NO_OIDS;
    }
    require(in, count * Integer.BYTES);
    int[] oids = new int[count];
    for (int i = 0; i < count; i++) {
      oids[i] = in.readInt();
    }
    return oids;
  }

  private static int count(ByteBuf in) {
    require(in, Short.BYTES);
    return in.readUnsignedShort();
  }

  private static int int32(ByteBuf in) {
    require(in, Integer.BYTES);
    return in.readInt();
  }

  private static byte[] bytes(ByteBuf in, int length) {
    require(in, length);
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return bytes;
  }

  /** Reads a string that ends with a zero byte. */
  private String text(ByteBuf in) {
    int length = in.bytesBefore((byte) 0);
    if (length < 0) {
      throw PgProtocolException.violation("invalid string in message");
    }
    if (length == 0) {
      in.skipBytes(1);
      return "";
    }
    String text = decode(in, length);
    in.skipBytes(1);
    return text;
  }

  private String decode(ByteBuf in, int length) {
    int start = in.readerIndex();
    in.skipBytes(length);
    if (in.forEachByte(start, length, FrontendMessageParser::isAscii) < 0) {
      return in.toString(start, length, US_ASCII);
    }
    byte[] bytes = new byte[length];
    in.getBytes(start, bytes);
    try {
      return encoding.decode(Bytes.of(bytes));
    } catch (ColonnadeException e) {
      throw new PgProtocolException(e.code(), String.valueOf(e.getMessage()));
    }
  }

  private static boolean isAscii(byte value) {
    return value >= 0;
  }

  private static void require(ByteBuf in, int length) {
    if (in.readableBytes() < length) {
      throw PgProtocolException.violation(
          "insufficient data left in message: expected=%d left=%d"
              .formatted(length, in.readableBytes()));
    }
  }

  private static void requireEmpty(ByteBuf in, String what) {
    if (in.isReadable()) {
      throw PgProtocolException.violation(
          "invalid message format: %s has %d bytes too many".formatted(what, in.readableBytes()));
    }
  }
}
