package dev.colonnade.server.pg.type;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.function.datetime.DateTimeOutput;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.value.RangeText;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of values in PostgreSQL's text format. The Java class of a value determines its format.
 */
public final class TextValueEncoder {
  private static final int NANOS_PER_MICRO = 1000;
  private static final int MICRO_DIGITS = 6;
  private static final int YEAR_WIDTH = 4;
  private static final int YEAR_WIDE = 10_000;
  private static final int SECONDS_PER_HOUR = 3600;
  private static final int SECONDS_PER_MINUTE = 60;

  private TextValueEncoder() {}

  /** Appends the text of a value that is not NULL. */
  public static void write(ByteBuf out, Object value, TextStyle style) {
    switch (value) {
      case Long number -> AsciiNumbers.write(out, number);
      case Integer number -> AsciiNumbers.write(out, number);
      case String text -> ClientText.writeUtf8(out, text);
      case Short number -> AsciiNumbers.write(out, number);
      case Boolean flag -> out.writeByte(flag ? 't' : 'f');
      case BigDecimal number -> ByteBufUtil.writeAscii(out, Casts.decimalToText(number));
      case Double number -> ByteBufUtil.writeAscii(out, style.text(number));
      case Float number -> ByteBufUtil.writeAscii(out, style.text(number));
      case LocalDate date -> writeDate(out, date.toEpochDay(), style);
      case LocalTime time -> writeTime(out, time);
      case LocalDateTime time -> writeTimestamp(out, time, style);
      case Instant instant -> writeInstant(out, instant, style);
      case Interval interval -> ByteBufUtil.writeAscii(out, style.intervalStyle().format(interval));
      case UUID uuid -> writeUuid(out, uuid);
      case byte[] bytes -> writeBytes(out, bytes, style);
      case ZeroBasedArray vector -> writeVector(out, vector, style);
      case List<?> elements -> writeArray(out, elements, style);
      case RangeValue range ->
          ClientText.writeUtf8(out, RangeText.format(range, bound -> text(bound, style)));
      case MultirangeValue set ->
          ClientText.writeUtf8(out, RangeText.format(set, bound -> text(bound, style)));
      default -> ClientText.writeUtf8(out, value.toString());
    }
  }

  private static String text(Object value, TextStyle style) {
    ByteBuf text = Unpooled.buffer();
    write(text, value, style);
    return text.toString(UTF_8);
  }

  private static void writeUuid(ByteBuf out, UUID uuid) {
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    AsciiNumbers.writeHex(out, high >>> 32, 8);
    out.writeByte('-');
    AsciiNumbers.writeHex(out, high >>> 16, 4);
    out.writeByte('-');
    AsciiNumbers.writeHex(out, high, 4);
    out.writeByte('-');
    AsciiNumbers.writeHex(out, low >>> 48, 4);
    out.writeByte('-');
    AsciiNumbers.writeHex(out, low, 12);
  }

  private static void writeBytes(ByteBuf out, byte[] bytes, TextStyle style) {
    if (style.byteaAsHex()) {
      out.ensureWritable(2 + 2 * bytes.length);
      out.writeByte('\\').writeByte('x');
      for (int i = 0; i < bytes.length; i++) {
        InterruptionPoint.check(i);
        AsciiNumbers.writeHex(out, bytes[i]);
      }
      return;
    }
    for (int i = 0; i < bytes.length; i++) {
      InterruptionPoint.check(i);
      byte value = bytes[i];
      if (value == '\\') {
        out.writeByte('\\').writeByte('\\');
      } else if (value < ' ' || value > '~') {
        out.writeByte('\\')
            .writeByte('0' + ((value >> 6) & 3))
            .writeByte('0' + ((value >> 3) & 7))
            .writeByte('0' + (value & 7));
      } else {
        out.writeByte(value);
      }
    }
  }

  /** Writes a date in days since 1970-01-01. */
  static void writeDate(ByteBuf out, long days, TextStyle style) {
    if (style.isIso() && EpochMicros.isFiniteDate((int) days)) {
      writeDate(out, LocalDate.ofEpochDay(days), "");
    } else {
      ByteBufUtil.writeAscii(out, DateTimeOutput.date((int) days, style.dateStyle()));
    }
  }

  private static void writeTimestamp(ByteBuf out, LocalDateTime time, TextStyle style) {
    long micros = EpochMicros.ofLocalDateTime(time);
    if (style.isIso() && EpochMicros.isFinite(micros)) {
      writeTimestamp(out, time, (ZoneOffset) null);
    } else {
      ByteBufUtil.writeAscii(out, DateTimeOutput.timestamp(micros, style.dateStyle()));
    }
  }

  /** Writes a date; year 0 and before become years BC, of which 1 is the first. */
  private static void writeDate(ByteBuf out, LocalDate date, String between) {
    int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
    if (year < YEAR_WIDE) {
      AsciiNumbers.writePadded(out, year, YEAR_WIDTH);
    } else {
      AsciiNumbers.write(out, year);
    }
    out.writeByte('-');
    AsciiNumbers.writePadded(out, date.getMonthValue(), 2);
    out.writeByte('-');
    AsciiNumbers.writePadded(out, date.getDayOfMonth(), 2);
    if (date.getYear() <= 0 && between.isEmpty()) {
      ByteBufUtil.writeAscii(out, " BC");
    }
  }

  private static void writeTime(ByteBuf out, LocalTime time) {
    if (time.equals(LocalTime.MAX)) {
      ByteBufUtil.writeAscii(out, "24:00:00");
      return;
    }
    AsciiNumbers.writePadded(out, time.getHour(), 2);
    out.writeByte(':');
    AsciiNumbers.writePadded(out, time.getMinute(), 2);
    out.writeByte(':');
    AsciiNumbers.writePadded(out, time.getSecond(), 2);
    int micros = time.getNano() / NANOS_PER_MICRO;
    if (micros != 0) {
      out.writeByte('.');
      AsciiNumbers.writePadded(out, micros, MICRO_DIGITS);
      while (out.getByte(out.writerIndex() - 1) == '0') {
        out.writerIndex(out.writerIndex() - 1);
      }
    }
  }

  private static void writeTimestamp(ByteBuf out, LocalDateTime time, @Nullable ZoneOffset offset) {
    writeDate(out, time.toLocalDate(), " ");
    out.writeByte(' ');
    writeTime(out, time.toLocalTime());
    if (offset != null) {
      writeOffset(out, offset.getTotalSeconds());
    }
    if (time.getYear() <= 0) {
      ByteBufUtil.writeAscii(out, " BC");
    }
  }

  private static void writeInstant(ByteBuf out, Instant instant, TextStyle style) {
    long micros = EpochMicros.ofInstant(instant);
    if (!style.isIso() || !EpochMicros.isFinite(micros)) {
      ByteBufUtil.writeAscii(
          out, DateTimeOutput.timestamptz(micros, style.zone(), style.dateStyle()));
      return;
    }
    ZoneOffset offset = style.zone().getRules().getOffset(instant);
    writeTimestamp(out, LocalDateTime.ofInstant(instant, offset), offset);
  }

  private static void writeOffset(ByteBuf out, int offsetSeconds) {
    int seconds = Math.abs(offsetSeconds);
    out.writeByte(offsetSeconds < 0 ? '-' : '+');
    AsciiNumbers.writePadded(out, seconds / SECONDS_PER_HOUR, 2);
    int minutes = seconds / SECONDS_PER_MINUTE % SECONDS_PER_MINUTE;
    int rest = seconds % SECONDS_PER_MINUTE;
    if (minutes != 0 || rest != 0) {
      out.writeByte(':');
      AsciiNumbers.writePadded(out, minutes, 2);
    }
    if (rest != 0) {
      out.writeByte(':');
      AsciiNumbers.writePadded(out, rest, 2);
    }
  }

  /** Writes the elements of an int2vector or oidvector, separated by blanks. */
  private static void writeVector(ByteBuf out, ZeroBasedArray vector, TextStyle style) {
    for (int i = 0; i < vector.size(); i++) {
      if (i > 0) {
        out.writeByte(' ');
      }
      write(out, requireNonNull(vector.get(i), "element is null"), style);
    }
  }

  private static void writeArray(ByteBuf out, List<?> elements, TextStyle style) {
    ArrayShape shape = ArrayValue.shapeOf(elements);
    if (!shape.isFromOne()) {
      ByteBufUtil.writeAscii(out, shape + "=");
    }
    if (elements.isEmpty()) {
      out.writeByte('{').writeByte('}');
      return;
    }
    String delimiter = String.valueOf(ArrayText.delimiter(elements));
    for (int i = 0; i < elements.size(); i++) {
      InterruptionPoint.check(i);
      ByteBufUtil.writeAscii(out, (i == 0 ? "" : delimiter) + "{".repeat(shape.opened(i)));
      Object element = elements.get(i);
      if (element == null) {
        ByteBufUtil.writeAscii(out, "NULL");
      } else {
        writeElement(out, element, style, delimiter.charAt(0));
      }
      ByteBufUtil.writeAscii(out, "}".repeat(shape.closed(i)));
    }
  }

  private static void writeElement(ByteBuf out, Object element, TextStyle style, char delimiter) {
    if (element instanceof Number || element instanceof Boolean || element instanceof List) {
      write(out, element, style);
      return;
    }
    ByteBuf text = Unpooled.buffer();
    write(text, element, style);
    boolean isQuoted = needsQuotes(text, delimiter);
    if (isQuoted) {
      out.writeByte('"');
    }
    while (text.isReadable()) {
      InterruptionPoint.check(text.readerIndex());
      byte next = text.readByte();
      if (next == '"' || next == '\\') {
        out.writeByte('\\');
      }
      out.writeByte(next);
    }
    if (isQuoted) {
      out.writeByte('"');
    }
  }

  private static boolean needsQuotes(ByteBuf text, char delimiter) {
    if (!text.isReadable() || "NULL".equalsIgnoreCase(text.toString(UTF_8))) {
      return true;
    }
    return text.forEachByte(value -> value != delimiter && !isSpecial(value)) >= 0;
  }

  private static boolean isSpecial(byte value) {
    return switch (value) {
      case '{', '}', '"', '\\', ' ', '\t', '\n', '\r', '\f', 0x0b -> true;
      default -> false;
    };
  }
}
