package dev.colonnade.server.pg.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.type.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/**
 * Converter of the text of a COPY FROM to UTF-8. A character may be divided between chunks.
 * Single-threaded.
 */
public final class CopyTranscoder {
  private final TextEncoding encoding;
  private final CharsetDecoder decoder;

  /** First bytes of a character whose other bytes have not arrived. */
  private byte[] rest = {};

  public CopyTranscoder(TextEncoding encoding) {
    this.encoding = requireNonNull(encoding, "encoding is null");
    this.decoder = encoding.charset().newDecoder();
  }

  /**
   * Returns the next bytes in UTF-8.
   *
   * @throws ColonnadeException INVALID_TEXT if they are no text in the encoding
   */
  public ByteBuf next(ByteBuf chunk) {
    byte[] bytes = new byte[rest.length + chunk.readableBytes()];
    System.arraycopy(rest, 0, bytes, 0, rest.length);
    chunk.readBytes(bytes, rest.length, bytes.length - rest.length);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer text = CharBuffer.allocate((int) (bytes.length * decoder.maxCharsPerByte()) + 1);
    CoderResult result = decoder.decode(in, text, false);
    rest = new byte[in.remaining()];
    in.get(rest);
    if (result.isError()) {
      end();
    }
    return Unpooled.copiedBuffer(text.flip(), UTF_8);
  }

  /** Marks the end of the data; throws INVALID_TEXT if they end within a character. */
  public void end() {
    if (rest.length > 0) {
      encoding.decode(Bytes.of(rest));
    }
  }
}
