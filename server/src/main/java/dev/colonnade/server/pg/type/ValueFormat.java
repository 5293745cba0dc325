package dev.colonnade.server.pg.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.pg.wire.PgProtocolLayout;
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
      writeBinary(out, type, value);
    } else {
      TextValueEncoder.write(out, value, style);
    }
    out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
  }

  /** Appends a value that is not NULL, without its length. */
  static void writeBinary(ByteBuf out, PgType type, Object value) {
    if (type.isArray()) {
      BinaryArrayCodec.writeBinary(out, type, (List<?>) value);
    } else if (type.isOfRows()) {
      BinaryRowCodec.write(out, type, value);
    } else {
      BinaryValueCodec.write(out, type.code(), value);
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
      return BinaryValueCodec.readText(in);
    }
    return readBinary(in, type);
  }

  /** Decodes a value in binary format from all bytes. */
  static Object readBinary(ByteBuf in, PgType type) {
    if (type.isArray()) {
      return BinaryArrayCodec.readBinary(in, type);
    }
    return type.isOfRows()
        ? BinaryRowCodec.readText(in, type)
        : BinaryValueCodec.read(in, type.code());
  }
}
