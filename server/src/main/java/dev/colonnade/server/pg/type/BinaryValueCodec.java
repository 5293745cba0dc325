package dev.colonnade.server.pg.type;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Interval;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
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
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long EPOCH_SECONDS = EPOCH_DAYS * SECONDS_PER_DAY;
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = SECONDS_PER_DAY * MICROS_PER_SECOND;
  private static final int NANOS_PER_MICRO = 1000;
  private static final int JSONB_VERSION = 1;

  private BinaryValueCodec() {}

  /** Appends a value that is not NULL. */
  static void write(ByteBuf out, PgTypeCode code, Object value) {
    switch (code) {
      case INT8 -> out.writeLong(((Number) value).longValue());
      case INT4, OID, REGPROC, REGPROCEDURE, REGCLASS, REGTYPE, REGNAMESPACE, REGROLE ->
          out.writeInt(number(code, value).intValue());
      case INT2 -> out.writeShort(((Number) value).intValue());
      case TEXT, VARCHAR, BPCHAR, NAME, JSON, BYTE_CHAR ->
          ByteBufUtil.writeUtf8(out, value.toString());
      case BOOL -> out.writeByte((Boolean) value ? 1 : 0);
      case FLOAT4 -> out.writeFloat(((Number) value).floatValue());
      case FLOAT8 -> out.writeDouble(((Number) value).doubleValue());
      case NUMERIC -> BinaryNumericCodec.write(out, (BigDecimal) value);
      case BYTEA -> out.writeBytes((byte[]) value);
      case DATE -> out.writeInt((int) (((LocalDate) value).toEpochDay() - EPOCH_DAYS));
      case TIME -> out.writeLong(((LocalTime) value).toNanoOfDay() / NANOS_PER_MICRO);
      case TIMESTAMP -> {
        Instant instant = ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
        out.writeLong(micros(instant.getEpochSecond(), instant.getNano()));
      }
      case TIMESTAMPTZ -> {
        Instant instant = (Instant) value;
        out.writeLong(micros(instant.getEpochSecond(), instant.getNano()));
      }
      case UUID -> {
        UUID uuid = (UUID) value;
        out.writeLong(uuid.getMostSignificantBits()).writeLong(uuid.getLeastSignificantBits());
      }
      case JSONB -> ByteBufUtil.writeUtf8(out.writeByte(JSONB_VERSION), value.toString());
      case INTERVAL -> {
        Interval interval = (Interval) value;
        out.writeLong(interval.micros()).writeInt(interval.days()).writeInt(interval.months());
      }
      case TIMETZ, VOID -> throw noBinary(code);
    }
  }

  /** Appends a DATE given in days since 1970-01-01. */
  static void writeDay(ByteBuf out, long day) {
    out.writeInt((int) (day - EPOCH_DAYS));
  }

  private static long micros(long epochSeconds, int nanos) {
    return (epochSeconds - EPOCH_SECONDS) * MICROS_PER_SECOND + nanos / NANOS_PER_MICRO;
  }

  /** Decodes a value from all bytes of {@code in}, as the Java class of its type. */
  static Object read(ByteBuf in, PgTypeCode code) {
    Object value =
        switch (code) {
          case INT8 -> BinaryInput.int64(in);
          case INT4 -> BinaryInput.int32(in);
          case OID, REGPROC, REGPROCEDURE, REGCLASS, REGTYPE, REGNAMESPACE, REGROLE ->
              Integer.toUnsignedLong(BinaryInput.int32(in));
          case INT2 -> BinaryInput.int16(in);
          case TEXT, VARCHAR, BPCHAR, NAME, JSON, BYTE_CHAR -> text(in);
          case BOOL -> BinaryInput.int8(in) != 0;
          case FLOAT4 -> Float.intBitsToFloat(BinaryInput.int32(in));
          case FLOAT8 -> Double.longBitsToDouble(BinaryInput.int64(in));
          case NUMERIC -> BinaryNumericCodec.read(in);
          case BYTEA -> bytes(in);
          case DATE -> LocalDate.ofEpochDay(BinaryInput.int32(in) + EPOCH_DAYS);
          case TIME -> time(BinaryInput.int64(in));
          case TIMESTAMP -> timestamp(BinaryInput.int64(in));
          case TIMESTAMPTZ -> timestamp(BinaryInput.int64(in)).toInstant(ZoneOffset.UTC);
          case UUID -> new UUID(BinaryInput.int64(in), BinaryInput.int64(in));
          case JSONB -> jsonb(in);
          case INTERVAL ->
              interval(BinaryInput.int64(in), BinaryInput.int32(in), BinaryInput.int32(in));
          case TIMETZ, VOID -> throw noBinary(code);
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
    if (micros < 0 || micros > MICROS_PER_DAY) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "time out of range");
    }
    return LocalTime.ofNanoOfDay(micros % MICROS_PER_DAY * NANOS_PER_MICRO);
  }

  private static LocalDateTime timestamp(long micros) {
    long seconds = Math.floorDiv(micros, MICROS_PER_SECOND);
    int nanos = (int) Math.floorMod(micros, (long) MICROS_PER_SECOND) * NANOS_PER_MICRO;
    return LocalDateTime.ofEpochSecond(seconds + EPOCH_SECONDS, nanos, ZoneOffset.UTC);
  }

  private static String jsonb(ByteBuf in) {
    if (BinaryInput.int8(in) != JSONB_VERSION) {
      throw BinaryInput.invalid("jsonb");
    }
    return text(in);
  }

  private static String text(ByteBuf in) {
    try {
      String text = UTF_8.newDecoder().decode(in.nioBuffer()).toString();
      in.skipBytes(in.readableBytes());
      if (text.indexOf('\0') >= 0) {
        throw new ColonnadeException(
            ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\": 0x00");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\"", e);
    }
  }

  /** Decodes a text from all bytes of {@code in}. */
  public static String readText(ByteBuf in) {
    return text(in);
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

  private static ColonnadeException noBinary(PgTypeCode code) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "no binary format available for type " + code.name().toLowerCase(Locale.ROOT));
  }
}
