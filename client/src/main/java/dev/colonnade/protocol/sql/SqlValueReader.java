package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.EpochTime;
import dev.colonnade.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decoder of parameter values; the counterpart of {@link SqlValueWriter}. */
public final class SqlValueReader {
  private static final int VARINT_BYTES_MAX = 5;

  private final ByteBuf in;

  /** Creates a reader that starts at the buffer's reader index and advances it. */
  public SqlValueReader(ByteBuf in) {
    this.in = requireNonNull(in, "in is null");
  }

  /**
   * Returns the next value.
   *
   * @throws ProtocolException if the buffer contains no valid value
   */
  public @Nullable Object read() {
    try {
      return readTagged(in.readUnsignedByte());
    } catch (IndexOutOfBoundsException cutOff) {
      throw ProtocolException.malformed("parameter is truncated: " + cutOff.getMessage());
    } catch (DateTimeException | ArithmeticException outOfRange) {
      throw ProtocolException.malformed("parameter is out of range: " + outOfRange.getMessage());
    }
  }

  /** Throws {@link ProtocolException} if bytes follow the last value. */
  public void requireEnd() {
    if (in.isReadable()) {
      throw ProtocolException.malformed(
          "unexpected bytes after the parameters: byteCount=" + in.readableBytes());
    }
  }

  private @Nullable Object readTagged(int tag) {
    return switch (tag) {
      case SqlValueLayout.NULL -> null;
      case SqlValueLayout.FALSE -> false;
      case SqlValueLayout.TRUE -> true;
      case SqlValueLayout.SHORT -> in.readShortLE();
      case SqlValueLayout.INT -> in.readIntLE();
      case SqlValueLayout.LONG -> in.readLongLE();
      case SqlValueLayout.FLOAT -> Float.intBitsToFloat(in.readIntLE());
      case SqlValueLayout.DOUBLE -> Double.longBitsToDouble(in.readLongLE());
      case SqlValueLayout.DECIMAL -> readDecimal();
      case SqlValueLayout.TEXT -> readText();
      case SqlValueLayout.BYTES -> readBytes(in.readableBytes());
      case SqlValueLayout.DATE -> EpochTime.date(in.readIntLE());
      case SqlValueLayout.TIME -> EpochTime.localTime(in.readLongLE());
      case SqlValueLayout.TIMESTAMP -> EpochTime.localDateTime(in.readLongLE());
      case SqlValueLayout.TIMESTAMPTZ -> EpochTime.instant(in.readLongLE());
      case SqlValueLayout.UUID -> new UUID(in.readLongLE(), in.readLongLE());
      default -> throw ProtocolException.malformed("parameter tag is unknown: value=" + tag);
    };
  }

  private BigDecimal readDecimal() {
    int scale = in.readIntLE();
    byte[] unscaled = readBytes(SqlValueLayout.DECIMAL_BYTES_MAX);
    if (unscaled.length == 0 || Math.abs((long) scale) > SqlValueLayout.DECIMAL_SCALE_MAX) {
      throw ProtocolException.malformed(
          "number is out of range: bytes=" + unscaled.length + " scale=" + scale);
    }
    return new BigDecimal(new BigInteger(unscaled), scale);
  }

  private String readText() {
    int byteCount = readLength(in.readableBytes());
    if (!ByteBufUtil.isText(in, in.readerIndex(), byteCount, StandardCharsets.UTF_8)) {
      throw ProtocolException.malformed("parameter is not UTF-8");
    }
    return in.readCharSequence(byteCount, StandardCharsets.UTF_8).toString();
  }

  private byte[] readBytes(int bytesMax) {
    byte[] bytes = new byte[readLength(bytesMax)];
    in.readBytes(bytes);
    return bytes;
  }

  private int readLength(int bytesMax) {
    long length = 0;
    for (int i = 0; i < VARINT_BYTES_MAX; i++) {
      int next = in.readUnsignedByte();
      length |= (long) (next & 0x7F) << (7 * i);
      if (next < 0x80) {
        if (length > Math.min(bytesMax, in.readableBytes())) {
          throw ProtocolException.malformed(
              "parameter is truncated: length=" + length + " readable=" + in.readableBytes());
        }
        return (int) length;
      }
    }
    throw ProtocolException.malformed("parameter length has too many bytes");
  }
}
