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
      writeBinary(out, value);
    } else {
      TextValueEncoder.write(out, value, style);
    }
    out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
  }

  private void writeBinary(ByteBuf out, Object value) {
    if (type.isArray()) {
      BinaryArrayCodec.writeBinary(out, type, (List<?>) value);
    } else {
      BinaryValueCodec.write(out, type.code(), value);
    }
  }

  /** Decodes a value: the Java class of its type for the binary format, else its text. */
  public @Nullable Object read(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    if (!isBinary) {
      return BinaryValueCodec.readText(in);
    }
    return type.isArray()
        ? BinaryArrayCodec.readBinary(in, type.code())
        : BinaryValueCodec.read(in, type.code());
  }
}
