package dev.colonnade.type.order;

import static dev.colonnade.key.SortDirection.ASCENDING;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeyReader;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.Interval;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.base.HardwareAddress;
import dev.colonnade.type.base.Money;
import dev.colonnade.type.base.NetworkAddress;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sort keys of packed values: their unsigned bytes have PostgreSQL's order, and equal values have
 * equal bytes. No sort key is a prefix of another one, so that those of elements can follow each
 * other.
 *
 * <pre>
 * NUMERIC     see {@link NumericSortKey}
 * INTERVAL    whole days, with months of 30 (8)  microseconds (8)
 * TIMETZ      microseconds of the day in UTC (8)  seconds west of Greenwich (4)
 * BIT, VARBIT the digits, terminated
 * MONEY       cents (8)
 * JSONB       see {@link JsonbSortKey}
 * INET, CIDR  family (1)  bits of the network, terminated  address (4 or 16)
 * MACADDR     address (8)
 * ARRAY       for each element: 1 and its sort key, or 2 for NULL;  0
 *             count of elements and of dimensions, their lengths and lower bounds (4 each)
 * RANGE       0 if it is empty, or 1 and two bounds
 *   lower     0 if there is none, or 1, the value and whether it is excluded (1)
 *   upper     1 if there is none, or 0, the value and whether it is included (1)
 * MULTIRANGE  for each range: 1 and its sort key;  0
 * others      as in keys
 * </pre>
 *
 * <p>Values of one sort key are equal in SQL, but may differ in text: 1.0 and 1.00, or 30 days and
 * one month. {@link #decode} returns one of them.
 */
public final class SortKeys {
  private static final int END = 0;
  private static final int ELEMENT = 1;
  private static final int NULL_ELEMENT = 2;
  private static final int INCLUDED = 1;
  private static final int DIGITS_PER_BYTE = 5;
  private static final int BASE = 3;

  private SortKeys() {}

  /** Returns whether the values of a type have sort keys. */
  public static boolean isSupported(ColumnType type) {
    return switch (type) {
      case ColumnType.Plain _, ColumnType.Numeric _, ColumnType.Varchar _, ColumnType.Char _ ->
          true;
      case ColumnType.Enumerated _, ColumnType.Composite _ -> false;
      case Packed packed ->
          switch (packed.kind()) {
            case INTERVAL, NUMERIC, TIMETZ, BIT, VARBIT, JSONB -> true;
            case JSON -> false;
            case BASE -> packed.isOrdered();
            // Texts without their trailing blanks may be compared with others.
            case ARRAY ->
                !(packed.element() instanceof ColumnType.Char) && isSupported(packed.elementType());
            case RANGE, MULTIRANGE -> isSupported(packed.elementType());
          };
    };
  }

  /** Returns whether a column of an index is represented by its sort key there. */
  public static boolean isNeeded(ColumnType type) {
    return type instanceof Packed && isSupported(type);
  }

  /** Returns the sort key of a value; throws ROW_TOO_LARGE if it is longer than a key may be. */
  public static byte[] encode(Packed type, Object value) {
    KeyWriter out = new KeyWriter();
    put(out, type, value);
    return out.toByteArray();
  }

  /** Returns the sort key of a value that is searched, which is cut if no row can have it. */
  public static byte[] encodeForSearch(Packed type, Object value) {
    KeyWriter out = KeyWriter.forSearch();
    put(out, type, value);
    return out.toByteArray();
  }

  /** Returns a value with a sort key; throws STORE_CORRUPT if it is none of the type. */
  public static Object decode(Packed type, byte[] sortKey) {
    KeyReader in = new KeyReader(sortKey);
    Object value = read(in, type);
    in.requireEnd();
    return value;
  }

  private static void put(KeyWriter out, ColumnType type, Object value) {
    switch (type) {
      case Packed packed -> putPacked(out, packed, value);
      case ColumnType.Numeric _ -> NumericSortKey.put(out, (BigDecimal) value);
      default -> putPlain(out, type, value);
    }
  }

  private static void putPlain(KeyWriter out, ColumnType type, Object value) {
    switch (type.storage()) {
      case BOOL1 -> out.putBoolean(StoredForm.booleanOf(type, value), ASCENDING);
      case INT16 -> out.putShort(StoredForm.shortOf(type, value), ASCENDING);
      case INT32 -> out.putInt(StoredForm.intOf(type, value), ASCENDING);
      case INT64 -> out.putLong(StoredForm.longOf(type, value), ASCENDING);
      case FLOAT32 -> out.putFloat(StoredForm.floatOf(type, value), ASCENDING);
      case FLOAT64 -> out.putDouble(StoredForm.doubleOf(type, value), ASCENDING);
      case BYTES16 ->
          out.putBytes16(StoredForm.highOf(type, value), StoredForm.lowOf(type, value), ASCENDING);
      case VARIABLE -> out.putBytes(StoredForm.bytesOf(type, value), ASCENDING);
      case INT128, ENUM32 -> throw unsupported(type);
    }
  }

  private static void putPacked(KeyWriter out, Packed type, Object value) {
    switch (type.kind()) {
      case NUMERIC -> NumericSortKey.put(out, (BigDecimal) value);
      case INTERVAL -> putInterval(out, (Interval) value);
      case TIMETZ -> {
        TimeWithZone time = (TimeWithZone) value;
        out.putLong(time.utcMicros(), ASCENDING).putInt(-time.offsetSeconds(), ASCENDING);
      }
      case BIT, VARBIT -> out.putBytes(((String) value).getBytes(US_ASCII), ASCENDING);
      case JSONB -> JsonbSortKey.put(out, (String) value);
      case BASE -> putBase(out, (BaseValue) value);
      case ARRAY -> putArray(out, type.elementType(), (List<?>) value);
      case RANGE -> putRange(out, type.elementType(), (RangeValue) value);
      case MULTIRANGE -> {
        for (RangeValue range : ((MultirangeValue) value).ranges()) {
          out.putByte(ELEMENT);
          putRange(out, type.elementType(), range);
        }
        out.putByte(END);
      }
      case JSON -> throw unsupported(type);
    }
  }

  private static void putInterval(KeyWriter out, Interval value) {
    long days =
        (long) value.months() * Interval.DAYS_PER_MONTH
            + value.days()
            + Math.floorDiv(value.micros(), Interval.MICROS_PER_DAY);
    out.putLong(days, ASCENDING)
        .putLong(Math.floorMod(value.micros(), Interval.MICROS_PER_DAY), ASCENDING);
  }

  private static void putBase(KeyWriter out, BaseValue value) {
    switch (value) {
      case Money money -> out.putLong(money.cents(), ASCENDING);
      case HardwareAddress address -> out.putLong(address.bits() ^ Long.MIN_VALUE, ASCENDING);
      case NetworkAddress address -> putNetwork(out, address);
      default -> throw unsupported(ColumnType.base(value.type()));
    }
  }

  /** Puts the bits of the network as ternary digits 1 and 2, five in a byte, before the address. */
  private static void putNetwork(KeyWriter out, NetworkAddress value) {
    out.putByte(value.family());
    byte[] address = value.address();
    for (int from = 0; from <= value.bits(); from += DIGITS_PER_BYTE) {
      int packed = 0;
      for (int i = from; i < from + DIGITS_PER_BYTE; i++) {
        int digit = i >= value.bits() ? 0 : 1 + (address[i / Byte.SIZE] >> (7 - i % 8) & 1);
        packed = packed * BASE + digit;
      }
      out.putByte(packed);
    }
    for (byte part : address) {
      out.putByte(Byte.toUnsignedInt(part));
    }
  }

  private static void putArray(KeyWriter out, ColumnType element, List<?> array) {
    for (Object value : array) {
      out.putByte(value == null ? NULL_ELEMENT : ELEMENT);
      if (value != null) {
        put(out, element, value);
      }
    }
    out.putByte(END);
    ArrayShape shape = ArrayValue.shapeOf(array);
    out.putInt(shape.count(), ASCENDING).putInt(shape.dimensions(), ASCENDING);
    for (int length : shape.lengths()) {
      out.putInt(length, ASCENDING);
    }
    for (int bound : shape.lowerBounds()) {
      out.putInt(bound, ASCENDING);
    }
  }

  private static void putRange(KeyWriter out, ColumnType bound, RangeValue range) {
    out.putByte(range.isEmpty() ? END : ELEMENT);
    if (range.isEmpty()) {
      return;
    }
    Object lower = range.lower();
    out.putByte(lower == null ? 0 : 1);
    if (lower != null) {
      put(out, bound, lower);
      out.putByte(range.isLowerInclusive() ? 0 : 1);
    }
    Object upper = range.upper();
    out.putByte(upper == null ? 1 : 0);
    if (upper != null) {
      put(out, bound, upper);
      out.putByte(range.isUpperInclusive() ? INCLUDED : 0);
    }
  }

  private static Object read(KeyReader in, ColumnType type) {
    return switch (type) {
      case Packed packed -> readPacked(in, packed);
      case ColumnType.Numeric _ -> NumericSortKey.read(in);
      default -> readPlain(in, type);
    };
  }

  private static Object readPlain(KeyReader in, ColumnType type) {
    return switch (type.storage()) {
      case BOOL1 -> in.readBoolean(ASCENDING);
      case INT16 -> in.readShort(ASCENDING);
      case INT32 -> StoredForm.fromInt(type, in.readInt(ASCENDING));
      case INT64 -> StoredForm.fromLong(type, in.readLong(ASCENDING));
      case FLOAT32 -> in.readFloat(ASCENDING);
      case FLOAT64 -> in.readDouble(ASCENDING);
      case BYTES16 ->
          StoredForm.fromHalves(type, in.readBytes16High(ASCENDING), in.readLow(ASCENDING));
      case VARIABLE -> StoredForm.fromBytes(type, in.readBytes(ASCENDING));
      case INT128, ENUM32 -> throw unsupported(type);
    };
  }

  private static Object readPacked(KeyReader in, Packed type) {
    return switch (type.kind()) {
      case NUMERIC -> NumericSortKey.read(in);
      case INTERVAL -> readInterval(in);
      case TIMETZ -> {
        long utcMicros = in.readLong(ASCENDING);
        int offset = -in.readInt(ASCENDING);
        yield new TimeWithZone(utcMicros + offset * Interval.MICROS_PER_SECOND, offset);
      }
      case BIT, VARBIT -> new String(in.readBytes(ASCENDING), US_ASCII);
      case JSONB -> JsonbSortKey.read(in);
      case BASE -> readBase(in, type.baseType());
      case ARRAY -> readArray(in, type.elementType());
      case RANGE -> readRange(in, type.elementType());
      case MULTIRANGE -> {
        List<RangeValue> ranges = new ArrayList<>();
        while (in.readByte() != END) {
          ranges.add(readRange(in, type.elementType()));
        }
        yield new MultirangeValue(ranges);
      }
      case JSON -> throw unsupported(type);
    };
  }

  private static Interval readInterval(KeyReader in) {
    long days = in.readLong(ASCENDING);
    long micros = in.readLong(ASCENDING);
    int inMonths = days == (int) days ? 0 : clamped(days / Interval.DAYS_PER_MONTH);
    long rest = days - (long) inMonths * Interval.DAYS_PER_MONTH;
    int inDays = clamped(rest);
    return new Interval(inMonths, inDays, micros + (rest - inDays) * Interval.MICROS_PER_DAY);
  }

  private static int clamped(long value) {
    return Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static BaseValue readBase(KeyReader in, BaseType type) {
    return switch (type) {
      case MONEY -> new Money(in.readLong(ASCENDING));
      case MACADDR, MACADDR8 -> new HardwareAddress(type, in.readLong(ASCENDING) ^ Long.MIN_VALUE);
      case INET, CIDR -> readNetwork(in, type);
      default -> throw unsupported(ColumnType.base(type));
    };
  }

  private static NetworkAddress readNetwork(KeyReader in, BaseType type) {
    int bytes = in.readByte() == 4 ? NetworkAddress.BYTES_4 : NetworkAddress.BYTES_6;
    int bits = 0;
    boolean hasMore = true;
    while (hasMore) {
      int packed = in.readByte();
      int divisor = BASE * BASE * BASE * BASE;
      while (divisor > 0 && packed / divisor % BASE != 0) {
        bits++;
        divisor /= BASE;
      }
      hasMore = divisor == 0;
    }
    byte[] address = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      address[i] = (byte) in.readByte();
    }
    return NetworkAddress.of(type, address, bits);
  }

  private static List<@Nullable Object> readArray(KeyReader in, ColumnType element) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int tag = in.readByte(); tag != END; tag = in.readByte()) {
      elements.add(tag == NULL_ELEMENT ? null : read(in, element));
    }
    int _ = in.readInt(ASCENDING);
    int dimensions = in.readInt(ASCENDING);
    ArrayShape.requireDimensions(dimensions);
    int[] lengths = readInts(in, dimensions);
    return ArrayValue.of(ArrayShape.of(lengths, readInts(in, dimensions)), elements);
  }

  private static int[] readInts(KeyReader in, int count) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = in.readInt(ASCENDING);
    }
    return numbers;
  }

  private static RangeValue readRange(KeyReader in, ColumnType bound) {
    if (in.readByte() == END) {
      return RangeValue.EMPTY;
    }
    Object lower = in.readByte() == 0 ? null : read(in, bound);
    boolean isLowerInclusive = lower != null && in.readByte() == 0;
    Object upper = in.readByte() == 1 ? null : read(in, bound);
    boolean isUpperInclusive = upper != null && in.readByte() == INCLUDED;
    return new RangeValue(lower, upper, isLowerInclusive, isUpperInclusive, false);
  }

  private static ColonnadeException unsupported(ColumnType type) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, "type has no sort keys: type=%s".formatted(type));
  }
}
