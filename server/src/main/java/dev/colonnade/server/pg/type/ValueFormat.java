package dev.colonnade.server.pg.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.pg.wire.PgProtocolLayout;
import dev.colonnade.sql.function.encoding.TextEncoding;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Codec of values of one type: {@code | length int32 | bytes |}, with length -1 for NULL.
 *
 * @param isBinary true for the binary format, false for text
 */
public record ValueFormat(PgType type, boolean isBinary, TextStyle style) {
  public ValueFormat {
    requireNonNull(type, "type is null");
    requireNonNull(style, "style is null");
  }

  /** Appends a value after its length. */
  public void write(ByteBuf out, @Nullable Object value) {
    if (value == null) {
      boolean isVoid = type.code() == PgTypeCode.VOID;
      out.writeInt(isVoid ? 0 : PgProtocolLayout.NULL_LENGTH);
      return;
    }
    int lengthIndex = out.writerIndex();
    out.writeInt(0);
    if (isBinary) {
      writeBinary(out, type, value, style.encoding());
    } else {
      TextValueEncoder.write(out, value, style);
      ClientText.convert(out, lengthIndex + Integer.BYTES, style.encoding());
    }
    out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
  }

  /** Appends a value that is not NULL, without its length. */
  private static void writeBinary(ByteBuf out, PgType type, Object value, TextEncoding encoding) {
    if (type.isArray()) {
      PgType elementType = type.element();
      BinaryArrayCodec.writeBinary(
          out, type, (List<?>) value, element -> writeBinary(out, elementType, element, encoding));
    } else if (type.isOfRows()) {
      BinaryRowCodec.write(
          out, type, value, (field, part) -> writeBinary(out, field, part, encoding));
    } else {
      BinaryValueCodec.write(out, type.code(), value, encoding);
    }
  }

  /**
   * Decodes a value: the Java class of its type for the binary format, else its text. Rows are
   * texts in both formats.
   */
  public @Nullable Object read(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    if (!isBinary) {
      return ClientText.read(in, style.encoding());
    }
    return readBinary(in, type, style.encoding());
  }

  /** Decodes a value in binary format from all bytes. */
  private static Object readBinary(ByteBuf in, PgType type, TextEncoding encoding) {
    if (type.isArray()) {
      PgType elementType = type.element();
      return BinaryArrayCodec.readBinary(
          in, type, bytes -> readBinary(bytes, elementType, encoding));
    }
    return type.isOfRows()
        ? BinaryRowCodec.readText(in, type, (bytes, field) -> readBinary(bytes, field, encoding))
        : BinaryValueCodec.read(in, type.code(), encoding);
  }
}
