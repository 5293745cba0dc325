package dev.colonnade.server.pg.type;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the binary format of ranges and multiranges.
 *
 * <pre>
 * range       | flags int8 | then for each finite bound | length int32 | value |
 * multirange  | count int32 | then for each range | length int32 | range |
 * </pre>
 */
final class BinaryRangeCodec {
  private static final int EMPTY = 0x01;
  private static final int LOWER_INCLUSIVE = 0x02;
  private static final int UPPER_INCLUSIVE = 0x04;
  private static final int LOWER_INFINITE = 0x08;
  private static final int UPPER_INFINITE = 0x10;
  private static final int ALL_FLAGS = 0x1f;

  private BinaryRangeCodec() {}

  static void write(ByteBuf out, PgTypeCode code, RangeValue range) {
    int flags =
        range.isEmpty()
            ? EMPTY
            : (range.isLowerInclusive() ? LOWER_INCLUSIVE : 0)
                | (range.isUpperInclusive() ? UPPER_INCLUSIVE : 0)
                | (range.lower() == null ? LOWER_INFINITE : 0)
                | (range.upper() == null ? UPPER_INFINITE : 0);
    out.writeByte(flags);
    writeBound(out, code, range.lower());
    writeBound(out, code, range.upper());
  }

  private static void writeBound(ByteBuf out, PgTypeCode code, @Nullable Object bound) {
    if (bound != null) {
      int lengthIndex = out.writerIndex();
      out.writeInt(0);
      BinaryValueCodec.write(out, boundOf(code), bound, TextEncoding.UTF8);
      out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
    }
  }

  static void write(ByteBuf out, PgTypeCode code, MultirangeValue set) {
    out.writeInt(set.ranges().size());
    int step = 0;
    for (RangeValue range : set.ranges()) {
      InterruptionPoint.check(++step);
      int lengthIndex = out.writerIndex();
      out.writeInt(0);
      write(out, code, range);
      out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
    }
  }

  static RangeValue readRange(ByteBuf in, PgTypeCode code) {
    int flags = BinaryInput.int8(in) & ALL_FLAGS;
    if ((flags & EMPTY) != 0) {
      return RangeValue.EMPTY;
    }
    Object lower = (flags & LOWER_INFINITE) != 0 ? null : readBound(in, code);
    Object upper = (flags & UPPER_INFINITE) != 0 ? null : readBound(in, code);
    return new RangeValue(
        lower,
        upper,
        lower != null && (flags & LOWER_INCLUSIVE) != 0,
        upper != null && (flags & UPPER_INCLUSIVE) != 0,
        false);
  }

  private static Object readBound(ByteBuf in, PgTypeCode code) {
    return BinaryValueCodec.read(slice(in), boundOf(code), TextEncoding.UTF8);
  }

  private static ByteBuf slice(ByteBuf in) {
    int length = BinaryInput.int32(in);
    if (length < 0 || length > in.readableBytes()) {
      throw BinaryInput.invalid("range whose bound has " + length + " bytes");
    }
    return in.readSlice(length);
  }

  static MultirangeValue readMultirange(ByteBuf in, PgTypeCode code) {
    int count = BinaryInput.int32(in);
    if (count < 0 || count > in.readableBytes() / Integer.BYTES) {
      throw BinaryInput.invalid("multirange of " + count + " ranges");
    }
    List<RangeValue> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      InterruptionPoint.check(i);
      ByteBuf range = slice(in);
      ranges.add(readRange(range, code));
      if (range.isReadable()) {
        throw BinaryInput.invalid("range");
      }
    }
    return new MultirangeValue(ranges);
  }

  private static PgTypeCode boundOf(PgTypeCode code) {
    return switch (code) {
      case INT4RANGE, INT4MULTIRANGE -> PgTypeCode.INT4;
      case INT8RANGE, INT8MULTIRANGE -> PgTypeCode.INT8;
      case NUMRANGE, NUMMULTIRANGE -> PgTypeCode.NUMERIC;
      case TSRANGE, TSMULTIRANGE -> PgTypeCode.TIMESTAMP;
      case TSTZRANGE, TSTZMULTIRANGE -> PgTypeCode.TIMESTAMPTZ;
      case DATERANGE, DATEMULTIRANGE -> PgTypeCode.DATE;
      default -> throw new IllegalArgumentException("type has no bounds: code=" + code);
    };
  }
}
