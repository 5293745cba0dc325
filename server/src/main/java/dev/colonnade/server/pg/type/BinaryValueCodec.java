package dev.colonnade.server.pg.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.type.Interval;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.TimeWithZone;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.UUID;

/**
 * Codec of scalar values in binary format. Dates and times count from 2000-01-01, in days and
 * microseconds.
 */
public final class BinaryValueCodec {
  private static final long EPOCH_DAYS = LocalDate.of(2000, 1, 1).toEpochDay();
  private static final long EPOCH_MICROS = EPOCH_DAYS * EpochMicros.MICROS_PER_DAY;

  /** Offset of a time zone, in seconds, from which PostgreSQL accepts none. */
  private static final int ZONE_SECONDS_END = 16 * 3600;

  private static final int JSONB_VERSION = 1;
  private static final int OCTAL = 8;

  private BinaryValueCodec() {}

  /** Appends a value that is not NULL, with texts in an encoding. */
  static void write(ByteBuf out, PgTypeCode code, Object value, TextEncoding encoding) {
    switch (code) {
      case INT8 -> out.writeLong(((Number) value).longValue());
      case INT4,
          OID,
          REGPROC,
          REGPROCEDURE,
          REGCLASS,
          REGTYPE,
          REGNAMESPACE,
          REGROLE,
          REGOPER,
          REGOPERATOR,
          REGCOLLATION ->
          out.writeInt(number(code, value).intValue());
      case INT2 -> out.writeShort(((Number) value).intValue());
      case TEXT, VARCHAR, BPCHAR, NAME, JSON -> ClientText.write(out, value.toString(), encoding);
      case BYTE_CHAR -> out.writeByte(byteOf(value.toString()));
      case BOOL -> out.writeByte((Boolean) value ? 1 : 0);
      case FLOAT4 -> out.writeFloat(((Number) value).floatValue());
      case FLOAT8 -> out.writeDouble(((Number) value).doubleValue());
      case NUMERIC -> BinaryNumericCodec.write(out, (BigDecimal) value);
      case BYTEA -> out.writeBytes((byte[]) value);
      case DATE -> writeDay(out, ((LocalDate) value).toEpochDay());
      case TIME -> out.writeLong(EpochMicros.ofLocalTime((LocalTime) value));
      case TIMESTAMP -> writeMicros(out, EpochMicros.ofLocalDateTime((LocalDateTime) value));
      case TIMESTAMPTZ -> writeMicros(out, EpochMicros.ofInstant((Instant) value));
      case UUID -> {
        UUID uuid = (UUID) value;
        out.writeLong(uuid.getMostSignificantBits()).writeLong(uuid.getLeastSignificantBits());
      }
      case JSONB -> ClientText.write(out.writeByte(JSONB_VERSION), value.toString(), encoding);
      case INTERVAL -> {
        Interval interval = (Interval) value;
        out.writeLong(interval.micros()).writeInt(interval.days()).writeInt(interval.months());
      }
      case INT4RANGE, NUMRANGE, TSRANGE, TSTZRANGE, DATERANGE, INT8RANGE ->
          BinaryRangeCodec.write(out, code, (RangeValue) value);
      case INT4MULTIRANGE,
          NUMMULTIRANGE,
          TSMULTIRANGE,
          TSTZMULTIRANGE,
          DATEMULTIRANGE,
          INT8MULTIRANGE ->
          BinaryRangeCodec.write(out, code, (MultirangeValue) value);
      case TIMETZ -> {
        TimeWithZone time = (TimeWithZone) value;
        out.writeLong(time.micros()).writeInt(-time.offsetSeconds());
      }
      case BIT, VARBIT -> writeBits(out, (String) value);
      case VOID -> {
        // no bytes
      }
      default -> out.writeBytes(((BaseValue) value).send());
    }
  }

  private static void writeBits(ByteBuf out, String bits) {
    out.writeInt(bits.length());
    for (int i = 0; i < bits.length(); i += Byte.SIZE) {
      InterruptionPoint.check(i);
      int unit = 0;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        boolean isSet = i + bit < bits.length() && bits.charAt(i + bit) == '1';
        unit = unit << 1 | (isSet ? 1 : 0);
      }
      out.writeByte(unit);
    }
  }

  private static String bits(ByteBuf in) {
    int count = BinaryInput.int32(in);
    if (count < 0 || in.readableBytes() != (count + (long) Byte.SIZE - 1) / Byte.SIZE) {
      throw new ColonnadeException(
          ErrorCode.INVALID_BINARY_REPRESENTATION, "invalid length in external bit string");
    }
    StringBuilder bits = new StringBuilder(count);
    int unit = 0;
    for (int i = 0; i < count; i++) {
      InterruptionPoint.check(i);
      unit = i % Byte.SIZE == 0 ? in.readByte() : unit << 1;
      bits.append((unit & 0x80) == 0 ? '0' : '1');
    }
    return bits.toString();
  }

  private static TimeWithZone timeWithZone(long micros, int westSeconds) {
    time(micros);
    if (Math.abs((long) westSeconds) >= ZONE_SECONDS_END) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TIME_ZONE_DISPLACEMENT, "time zone displacement out of range");
    }
    return new TimeWithZone(micros, -westSeconds);
  }

  /** Appends a DATE given in days since 1970-01-01. */
  static void writeDay(ByteBuf out, long day) {
    out.writeInt((int) (EpochMicros.isFiniteDate((int) day) ? day - EPOCH_DAYS : day));
  }

  private static void writeMicros(ByteBuf out, long micros) {
    out.writeLong(EpochMicros.isFinite(micros) ? micros - EPOCH_MICROS : micros);
  }

  /** Decodes a value from all bytes of {@code in}, as the Java class of its type. */
  static Object read(ByteBuf in, PgTypeCode code, TextEncoding encoding) {
    Object value =
        switch (code) {
          case INT8 -> BinaryInput.int64(in);
          case INT4 -> BinaryInput.int32(in);
          case OID,
              REGPROC,
              REGPROCEDURE,
              REGCLASS,
              REGTYPE,
              REGNAMESPACE,
              REGROLE,
              REGOPER,
              REGOPERATOR,
              REGCOLLATION ->
              Integer.toUnsignedLong(BinaryInput.int32(in));
          case INT2 -> BinaryInput.int16(in);
          case TEXT, VARCHAR, BPCHAR, NAME, JSON -> ClientText.read(in, encoding);
          case BYTE_CHAR -> Casts.textToByteChar("\\%03o".formatted(BinaryInput.int8(in) & 0xFF));
          case BOOL -> BinaryInput.int8(in) != 0;
          case FLOAT4 -> Float.intBitsToFloat(BinaryInput.int32(in));
          case FLOAT8 -> Double.longBitsToDouble(BinaryInput.int64(in));
          case NUMERIC -> BinaryNumericCodec.read(in);
          case BYTEA -> bytes(in);
          case DATE -> date(BinaryInput.int32(in));
          case TIME -> time(BinaryInput.int64(in));
          case TIMESTAMP -> timestamp(BinaryInput.int64(in));
          case TIMESTAMPTZ -> timestamp(BinaryInput.int64(in)).toInstant(ZoneOffset.UTC);
          case UUID -> new UUID(BinaryInput.int64(in), BinaryInput.int64(in));
          case JSONB -> jsonb(in, encoding);
          case INTERVAL ->
              interval(BinaryInput.int64(in), BinaryInput.int32(in), BinaryInput.int32(in));
          case INT4RANGE, NUMRANGE, TSRANGE, TSTZRANGE, DATERANGE, INT8RANGE ->
              BinaryRangeCodec.readRange(in, code);
          case INT4MULTIRANGE,
              NUMMULTIRANGE,
              TSMULTIRANGE,
              TSTZMULTIRANGE,
              DATEMULTIRANGE,
              INT8MULTIRANGE ->
              BinaryRangeCodec.readMultirange(in, code);
          case TIMETZ -> timeWithZone(BinaryInput.int64(in), BinaryInput.int32(in));
          case BIT, VARBIT -> bits(in);
          case VOID -> "";
          default -> code.base().decode(bytes(in));
        };
    if (in.isReadable()) {
      throw BinaryInput.invalid(code.name().toLowerCase(Locale.ROOT));
    }
    return value;
  }

  private static Interval interval(long micros, int days, int months) {
    return new Interval(months, days, micros);
  }

  private static LocalTime time(long micros) {
    if (micros < 0 || micros > EpochMicros.MICROS_PER_DAY) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "time out of range");
    }
    return EpochMicros.toLocalTime(micros);
  }

  private static LocalDate date(int days) {
    long shifted = EpochMicros.isFiniteDate(days) ? days + EPOCH_DAYS : days;
    if (EpochMicros.isFiniteDate(days) && !EpochMicros.isDate(shifted)) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "date out of range");
    }
    return LocalDate.ofEpochDay(shifted);
  }

  private static LocalDateTime timestamp(long micros) {
    return EpochMicros.toLocalDateTime(
        EpochMicros.isFinite(micros) ? EpochMicros.plus(micros, EPOCH_MICROS) : micros);
  }

  private static String jsonb(ByteBuf in, TextEncoding encoding) {
    if (BinaryInput.int8(in) != JSONB_VERSION) {
      throw BinaryInput.invalid("jsonb");
    }
    return ClientText.read(in, encoding);
  }

  private static byte[] bytes(ByteBuf in) {
    byte[] bytes = new byte[in.readableBytes()];
    in.readBytes(bytes);
    return bytes;
  }

  /** Returns a number; fails for an object reference that is represented by its name. */
  private static Number number(PgTypeCode code, Object value) {
    if (value instanceof Number number) {
      return number;
    }
    throw noBinary(code);
  }

  /** Returns the byte of a value of {@code "char"}: empty for 0, or octal digits from 128 on. */
  private static int byteOf(String value) {
    if (value.isEmpty()) {
      return 0;
    }
    return value.length() == 1 ? value.charAt(0) : Integer.parseInt(value.substring(1), OCTAL);
  }

  private static ColonnadeException noBinary(PgTypeCode code) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "no binary format available for type " + code.name().toLowerCase(Locale.ROOT));
  }
}
