package dev.colonnade.server.pg.type;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.type.encoding.Utf8;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.CharacterCodingException;

/** Texts in the character encoding of a client. */
public final class ClientText {
  private ClientText() {}

  /**
   * Appends a text.
   *
   * @throws ColonnadeException UNTRANSLATABLE_CHARACTER if the encoding lacks a character
   */
  static void write(ByteBuf out, String text, TextEncoding encoding) {
    if (encoding.isUtf8()) {
      writeUtf8(out, text);
    } else {
      out.writeBytes(encoding.encode(text).toArray());
    }
  }

  /** Appends a text in UTF-8, a long one in pieces. */
  static void writeUtf8(ByteBuf out, String text) {
    if (text.length() <= InterruptionPoint.PIECE) {
      ByteBufUtil.writeUtf8(out, text);
      return;
    }
    out.ensureWritable(text.length());
    for (int from = 0; from < text.length(); ) {
      InterruptionPoint.check();
      int to = Utf8.pieceEnd(text, from);
      ByteBufUtil.writeUtf8(out, text, from, to);
      from = to;
    }
  }

  /** Converts the bytes from an index to the end, a text in UTF-8, to an encoding. */
  public static void convert(ByteBuf out, int start, TextEncoding encoding) {
    int length = out.writerIndex() - start;
    if (!encoding.isUtf8() && out.forEachByte(start, length, value -> value >= 0) >= 0) {
      String text = out.toString(start, length, UTF_8);
      out.writerIndex(start).writeBytes(encoding.encode(text).toArray());
    }
  }

  /**
   * Decodes a text from all bytes.
   *
   * @throws ColonnadeException INVALID_TEXT if the bytes are no text in the encoding
   */
  public static String read(ByteBuf in, TextEncoding encoding) {
    try {
      if (encoding.isUtf8()) {
        if (in.forEachByte(value -> value > 0) < 0) { // ASCII without a zero
          return in.readString(in.readableBytes(), US_ASCII);
        }
        String text = UTF_8.newDecoder().decode(in.nioBuffer()).toString();
        in.skipBytes(in.readableBytes());
        if (text.indexOf('\0') >= 0) {
          throw new ColonnadeException(
              ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\": 0x00");
        }
        return text;
      }
      return encoding.decode(bytes(in));
    } catch (CharacterCodingException e) {
      return encoding.decode(bytes(in));
    }
  }

  private static Bytes bytes(ByteBuf in) {
    byte[] bytes = new byte[in.readableBytes()];
    in.readBytes(bytes);
    return Bytes.of(bytes);
  }
}
