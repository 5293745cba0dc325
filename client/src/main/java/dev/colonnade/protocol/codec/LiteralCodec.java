package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.schema.Literal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.UUID;

/** Codec of literals: a tag and the value. */
final class LiteralCodec {
  private static final int TAG_BOOLEAN = 1;
  private static final int TAG_LONG = 2;
  private static final int TAG_DOUBLE = 3;
  private static final int TAG_DECIMAL = 4;
  private static final int TAG_TEXT = 5;
  private static final int TAG_BYTES = 6;
  private static final int TAG_UUID = 7;

  /**
   * Upper bound of the bytes of an unscaled value of {@link Literal.OfDecimal#DIGITS_MAX} digits.
   */
  private static final int UNSCALED_BYTES_MAX = 512;

  private LiteralCodec() {}

  public static void write(WireWriter out, Literal literal) {
    if (literal instanceof Literal.OfBoolean it) {
      out.writeU8(TAG_BOOLEAN);
      out.writeBoolean(it.value());
    } else if (literal instanceof Literal.OfLong it) {
      out.writeU8(TAG_LONG);
      out.writeI64(it.value());
    } else if (literal instanceof Literal.OfDouble it) {
      out.writeU8(TAG_DOUBLE);
      out.writeI64(Double.doubleToRawLongBits(it.value()));
    } else if (literal instanceof Literal.OfDecimal it) {
      out.writeU8(TAG_DECIMAL);
      writeDecimal(out, it.value());
    } else if (literal instanceof Literal.OfText it) {
      out.writeU8(TAG_TEXT);
      out.writeText(it.value());
    } else if (literal instanceof Literal.OfBytes it) {
      out.writeU8(TAG_BYTES);
      out.writeBytes(it.value());
    } else if (literal instanceof Literal.OfUuid it) {
      out.writeU8(TAG_UUID);
      out.writeI64(it.value().getMostSignificantBits());
      out.writeI64(it.value().getLeastSignificantBits());
    }
  }

  static Literal read(WireReader in) {
    int tag = in.readU8("literal.tag");
    return switch (tag) {
      case TAG_BOOLEAN -> new Literal.OfBoolean(in.readBoolean("literal.boolean"));
      case TAG_LONG -> new Literal.OfLong(in.readI64("literal.long"));
      case TAG_DOUBLE ->
          new Literal.OfDouble(Double.longBitsToDouble(in.readI64("literal.double")));
      case TAG_DECIMAL -> new Literal.OfDecimal(readDecimal(in));
      case TAG_TEXT -> new Literal.OfText(in.readText("literal.text"));
      case TAG_BYTES -> new Literal.OfBytes(in.readKey("literal.bytes"));
      case TAG_UUID ->
          new Literal.OfUuid(
              new UUID(in.readI64("literal.uuidHigh"), in.readI64("literal.uuidLow")));
      default -> throw ProtocolException.malformed("literal.tag is unknown: value=" + tag);
    };
  }

  private static void writeDecimal(WireWriter out, BigDecimal value) {
    byte[] unscaled = value.unscaledValue().toByteArray();
    out.writeI32(value.scale());
    out.writeVarint(unscaled.length);
    out.writeRaw(unscaled);
  }

  private static BigDecimal readDecimal(WireReader in) {
    int scale = in.readI32("literal.scale");
    int byteCount = in.readVarint("literal.unscaled");
    if (byteCount < 1 || byteCount > UNSCALED_BYTES_MAX) {
      throw ProtocolException.limit("literal.unscaled.bytes", byteCount, UNSCALED_BYTES_MAX);
    }
    byte[] unscaled = in.readRaw(byteCount, "literal.unscaled");
    return new BigDecimal(new BigInteger(unscaled), scale);
  }
}
