package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Composite;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.encoding.Microseconds;
import dev.colonnade.type.encoding.Utf8;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * Conversions between Java values and their stored form in rows and keys: an int, a long, two longs
 * or bytes, by {@link StorageKind}. Encoding checks all constraints of the type; decoding rejects
 * bytes that encoding cannot produce with STORE_CORRUPT.
 */
public final class StoredForm {
  private StoredForm() {}

  /**
   * Returns the value as a later read returns it: a NUMERIC in its scale, a CHAR without trailing
   * blanks, times in microseconds.
   */
  public static Object normalized(ColumnType type, Object value) {
    return switch (type.storage()) {
      case BOOL1, INT16, FLOAT32, FLOAT64 -> cast(type, value, type.javaClass());
      case INT32, ENUM32 -> fromInt(type, intOf(type, value));
      case INT64 -> fromLong(type, longOf(type, value));
      case INT128, BYTES16 -> fromHalves(type, highOf(type, value), lowOf(type, value));
      case VARIABLE -> fromBytes(type, bytesOf(type, value).clone());
    };
  }

  public static boolean booleanOf(ColumnType type, Object value) {
    return cast(type, value, Boolean.class);
  }

  public static short shortOf(ColumnType type, Object value) {
    return cast(type, value, Short.class);
  }

  public static float floatOf(ColumnType type, Object value) {
    return cast(type, value, Float.class);
  }

  public static double doubleOf(ColumnType type, Object value) {
    return cast(type, value, Double.class);
  }

  /** Returns an INTEGER, the days of a DATE, or the rank of an enum label. */
  public static int intOf(ColumnType type, Object value) {
    return switch (type) {
      case Plain.INTEGER -> cast(type, value, Integer.class);
      case Plain.DATE -> daysOf(cast(type, value, LocalDate.class));
      case Enumerated enumerated -> enumerated.type().rankOf(cast(type, value, String.class));
      case Plain _, Numeric _, Varchar _, Char _, Packed _, Composite _ -> throw wrongKind(type);
    };
  }

  /** Returns a BIGINT, a time in microseconds, or a NUMERIC as scaled integer. */
  public static long longOf(ColumnType type, Object value) {
    return switch (type) {
      case Plain.BIGINT -> cast(type, value, Long.class);
      case Plain.TIME, Plain.TIMESTAMP, Plain.TIMESTAMPTZ ->
          Microseconds.of(cast(type, value, type.javaClass()));
      case Numeric numeric ->
          Decimals.unscaled(numeric, cast(type, value, BigDecimal.class)).longValue();
      case Plain _, Varchar _, Char _, Enumerated _, Packed _, Composite _ -> throw wrongKind(type);
    };
  }

  /**
   * Returns the upper half of a NUMERIC as scaled integer, or the first eight bytes of a UUID,
   * big-endian.
   */
  public static long highOf(ColumnType type, Object value) {
    return switch (type) {
      case Plain.UUID -> cast(type, value, UUID.class).getMostSignificantBits();
      case Numeric numeric ->
          Decimals.high(Decimals.unscaled(numeric, cast(type, value, BigDecimal.class)));
      case Plain _, Varchar _, Char _, Enumerated _, Packed _, Composite _ -> throw wrongKind(type);
    };
  }

  /**
   * Returns the lower half of a NUMERIC as scaled integer, or the last eight bytes of a UUID,
   * big-endian.
   */
  public static long lowOf(ColumnType type, Object value) {
    return switch (type) {
      case Plain.UUID -> cast(type, value, UUID.class).getLeastSignificantBits();
      case Numeric numeric ->
          Decimals.unscaled(numeric, cast(type, value, BigDecimal.class)).longValue();
      case Plain _, Varchar _, Char _, Enumerated _, Packed _, Composite _ -> throw wrongKind(type);
    };
  }

  /** Returns text as UTF-8, or the given array itself. */
  public static byte[] bytesOf(ColumnType type, Object value) {
    if (!type.isText()) {
      requireKind(type, StorageKind.VARIABLE);
      return switch (type) {
        case Packed packed -> PackedCodec.encode(packed, cast(type, value, type.javaClass()));
        case Composite(CompositeType row) -> PackedCodec.encode(row, cast(type, value, List.class));
        default -> cast(type, value, byte[].class);
      };
    }
    byte[] utf8 = Utf8.encode(cast(type, value, String.class));
    int length = textLength(type, utf8, 0, utf8.length);
    return length == utf8.length ? utf8 : Arrays.copyOf(utf8, length);
  }

  /**
   * Checks UTF-8 text and returns the number of its bytes to store: all of them, except for the
   * trailing blanks of a CHAR. Throws INVALID_TEXT if the bytes are not UTF-8, STRING_TOO_LONG if
   * the text has too many characters.
   */
  public static int textLength(ColumnType type, byte[] utf8, int offset, int length) {
    int stored = length;
    if (type instanceof Char) {
      while (stored > 0 && utf8[offset + stored - 1] == ' ') {
        stored--;
      }
    }
    int characters = Utf8.codePointCount(utf8, offset, stored);
    if (characters == Utf8.INVALID) {
      throw new ColonnadeException(ErrorCode.INVALID_TEXT, "text is not UTF-8: bytes=" + length);
    }
    if (characters > charactersMax(type)) {
      throw new ColonnadeException(
          ErrorCode.STRING_TOO_LONG,
          "value too long for type %s(%d)"
              .formatted(
                  type instanceof Char ? "character" : "character varying", charactersMax(type)));
    }
    return stored;
  }

  /** Checks an int in stored form: the rank of an enum must be that of a label. */
  public static void requireValidInt(ColumnType type, int value) {
    if (type instanceof Enumerated enumerated && !enumerated.type().hasRank(value)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_ENUM_LABEL,
          "enum has no label of this rank: enum=" + type + " rank=" + value);
    }
  }

  /** Checks a long in stored form: the precision of a NUMERIC, the bounds of a TIME. */
  public static void requireValidLong(ColumnType type, long value) {
    if (type instanceof Numeric numeric) {
      Decimals.requireFits(numeric, value);
    } else if (type == Plain.TIME && (value < 0 || value > Microseconds.TIME_MAX)) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, "time of day out of range: microseconds=" + value);
    }
  }

  /** Checks two halves in stored form: the precision of a NUMERIC. */
  public static void requireValidHalves(ColumnType type, long high, long low) {
    if (type instanceof Numeric numeric) {
      Decimals.requireFits(numeric, high, low);
    }
  }

  public static Object fromInt(ColumnType type, int stored) {
    return switch (type) {
      case Plain.INTEGER -> stored;
      case Plain.DATE -> LocalDate.ofEpochDay(stored);
      case Enumerated enumerated -> enumerated.type().labelOf(stored);
      case Plain _, Numeric _, Varchar _, Char _, Packed _, Composite _ -> throw wrongKind(type);
    };
  }

  public static Object fromLong(ColumnType type, long stored) {
    return switch (type) {
      case Plain.BIGINT -> stored;
      case Plain.TIME -> timeOf(stored);
      case Plain.TIMESTAMP -> Microseconds.toLocalDateTime(stored);
      case Plain.TIMESTAMPTZ -> Microseconds.toInstant(stored);
      case Numeric numeric -> Decimals.value(numeric, stored);
      case Plain _, Varchar _, Char _, Enumerated _, Packed _, Composite _ -> throw wrongKind(type);
    };
  }

  public static Object fromHalves(ColumnType type, long high, long low) {
    return switch (type) {
      case Plain.UUID -> new UUID(high, low);
      case Numeric numeric -> Decimals.value(numeric, high, low);
      case Plain _, Varchar _, Char _, Enumerated _, Packed _, Composite _ -> throw wrongKind(type);
    };
  }

  /** Returns text, or the given array itself. */
  public static Object fromBytes(ColumnType type, byte[] stored) {
    requireKind(type, StorageKind.VARIABLE);
    if (!type.isText()) {
      return switch (type) {
        case Packed packed -> PackedCodec.decode(packed, stored);
        case Composite(CompositeType row) -> PackedCodec.decode(row, stored);
        default -> stored;
      };
    }
    if (Utf8.codePointCount(stored, 0, stored.length) == Utf8.INVALID) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "stored text is not UTF-8: bytes=" + stored.length);
    }
    return Utf8.decode(stored, 0, stored.length);
  }

  private static int charactersMax(ColumnType type) {
    return switch (type) {
      case Varchar varchar -> varchar.isLimited() ? varchar.length() : Integer.MAX_VALUE;
      case Char character -> character.length();
      case Plain _, Numeric _, Enumerated _, Packed _, Composite _ -> Integer.MAX_VALUE;
    };
  }

  private static int daysOf(LocalDate date) {
    long days = date.toEpochDay();
    if (days != (int) days) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "date out of range: date=" + date);
    }
    return (int) days;
  }

  private static LocalTime timeOf(long microseconds) {
    try {
      return Microseconds.toLocalTime(microseconds);
    } catch (ArithmeticException | DateTimeException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "stored time of day out of range: microseconds=" + microseconds,
          e);
    }
  }

  private static <T> T cast(ColumnType type, Object value, Class<T> javaClass) {
    requireNonNull(value, "value is null");
    if (!javaClass.isInstance(value) || javaClass != type.javaClass()) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "value has the wrong class: type="
              + type
              + " expected="
              + type.javaClass().getSimpleName()
              + " actual="
              + value.getClass().getSimpleName());
    }
    return javaClass.cast(value);
  }

  private static void requireKind(ColumnType type, StorageKind kind) {
    if (type.storage() != kind) {
      throw wrongKind(type);
    }
  }

  private static ColonnadeException wrongKind(ColumnType type) {
    return new ColonnadeException(
        ErrorCode.TYPE_MISMATCH,
        "type has another storage kind: type=" + type + " storage=" + type.storage());
  }
}
