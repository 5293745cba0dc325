package dev.colonnade.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeCodec;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serialization of packed values; all numbers are big-endian.
 *
 * <pre>
 * INTERVAL   microseconds (8)  days (4)  months (4)
 * TIMETZ     microseconds (8)  seconds east of Greenwich (4)
 * NUMERIC    digits after the point (4)  unscaled number, two's complement (rest)
 * BASE       binary form in PostgreSQL's protocol
 * ARRAY      count (4)  then for each element: its bytes (4, -1 for null), the bytes
 * composite  version (1)  count (2)  then for each attribute: its id (2), its bytes (4), the bytes
 * </pre>
 *
 * <p>An array of several dimensions, or that is not numbered from 1, has before the elements, in
 * place of their count:
 *
 * <pre>
 *   minus the count of dimensions (4)  then for each dimension: length (4)  lower bound (4)
 * </pre>
 *
 * <p>A composite value has the attributes that are not null and that its type had when the value
 * was written. Attributes that were added later are null, those that were dropped are ignored.
 */
final class PackedCodec {
  private static final int INTERVAL_BYTES = 16;
  private static final int NULL_LENGTH = -1;
  private static final byte COMPOSITE_VERSION = 1;
  private static final int COMPOSITE_HEADER_BYTES = Byte.BYTES + Short.BYTES;
  private static final int ATTRIBUTE_HEADER_BYTES = Short.BYTES + Integer.BYTES;

  private PackedCodec() {}

  static byte[] encode(Packed type, Object value) {
    return switch (type.kind()) {
      case INTERVAL -> encode((Interval) value);
      case TIMETZ -> encode((TimeWithZone) value);
      case NUMERIC -> encode((BigDecimal) value);
      case ARRAY -> encode(type.elementType(), (List<?>) value);
      case RANGE -> RangeCodec.encode((RangeValue) value, bytes(type.elementType()));
      case MULTIRANGE -> RangeCodec.encode((MultirangeValue) value, bytes(type.elementType()));
      case BASE -> ((BaseValue) value).toBytes();
      case JSON, JSONB, BIT, VARBIT ->
          throw new IllegalArgumentException("text is not packed: type=" + type);
    };
  }

  static Object decode(Packed type, byte[] stored) {
    try {
      return switch (type.kind()) {
        case INTERVAL -> decodeInterval(ByteBuffer.wrap(stored));
        case TIMETZ -> decodeTimeWithZone(ByteBuffer.wrap(stored));
        case NUMERIC -> decodeNumeric(stored);
        case ARRAY -> decodeArray(type.elementType(), ByteBuffer.wrap(stored));
        case RANGE -> RangeCodec.decode(ByteBuffer.wrap(stored), values(type.elementType()));
        case MULTIRANGE ->
            RangeCodec.decodeSet(ByteBuffer.wrap(stored), values(type.elementType()));
        case BASE -> decode(type.baseType(), stored);
        case JSON, JSONB, BIT, VARBIT ->
            throw new IllegalArgumentException("text is not packed: type=" + type);
      };
    } catch (BufferUnderflowException | NumberFormatException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "stored value is truncated: type=" + type, e);
    }
  }

  private static BaseValue decode(BaseType type, byte[] stored) {
    try {
      return type.decode(stored);
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.CANCELED || e.code() == ErrorCode.DEADLINE_EXCEEDED) {
        throw e; // large values check whether their statement was canceled
      }
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "stored value is damaged: type=" + type, e);
    }
  }

  private static Function<Object, byte[]> bytes(ColumnType bound) {
    return value -> bytesOf(bound, value);
  }

  private static Function<byte[], Object> values(ColumnType bound) {
    return bytes -> valueOf(bound, bytes);
  }

  private static byte[] encode(Interval value) {
    return ByteBuffer.allocate(INTERVAL_BYTES)
        .putLong(value.micros())
        .putInt(value.days())
        .putInt(value.months())
        .array();
  }

  private static byte[] encode(TimeWithZone value) {
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
        .putLong(value.micros())
        .putInt(value.offsetSeconds())
        .array();
  }

  private static TimeWithZone decodeTimeWithZone(ByteBuffer in) {
    return new TimeWithZone(in.getLong(), in.getInt());
  }

  private static Interval decodeInterval(ByteBuffer in) {
    long micros = in.getLong();
    int days = in.getInt();
    return new Interval(in.getInt(), days, micros);
  }

  private static byte[] encode(BigDecimal value) {
    byte[] unscaled = value.unscaledValue().toByteArray();
    return ByteBuffer.allocate(Integer.BYTES + unscaled.length)
        .putInt(value.scale())
        .put(unscaled)
        .array();
  }

  /** Decodes a number without a buffer around it, which costs more than the number itself. */
  private static BigDecimal decodeNumeric(byte[] stored) {
    int length = stored.length - Integer.BYTES;
    if (length <= 0) {
      throw new BufferUnderflowException();
    }
    int scale = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      scale = scale << Byte.SIZE | (stored[i] & 0xFF);
    }
    if (length > Long.BYTES) {
      return new BigDecimal(new BigInteger(stored, Integer.BYTES, length), scale);
    }
    long unscaled = stored[Integer.BYTES]; // with its sign
    for (int i = Integer.BYTES + 1; i < stored.length; i++) {
      unscaled = unscaled << Byte.SIZE | (stored[i] & 0xFF);
    }
    return BigDecimal.valueOf(unscaled, scale);
  }

  private static byte[] encode(ColumnType element, List<?> values) {
    List<byte @Nullable []> parts = new ArrayList<>(values.size());
    int length = Integer.BYTES;
    for (Object value : values) {
      InterruptionPoint.check(parts.size());
      byte[] part = value == null ? null : bytesOf(element, value);
      parts.add(part);
      length += Integer.BYTES + (part == null ? 0 : part.length);
    }
    ArrayShape shape = ArrayValue.shapeOf(values);
    ByteBuffer out = ByteBuffer.allocate(length + shapeBytes(shape));
    putShape(out, shape);
    for (byte[] part : parts) {
      if (part == null) {
        out.putInt(NULL_LENGTH);
      } else {
        out.putInt(part.length).put(part);
      }
    }
    return out.array();
  }

  /** Returns the number of bytes of a shape beyond the count of elements. */
  private static int shapeBytes(ArrayShape shape) {
    return shape.isPlain() ? 0 : shape.dimensions() * 2 * Integer.BYTES;
  }

  private static void putShape(ByteBuffer out, ArrayShape shape) {
    if (shape.isPlain()) {
      out.putInt(shape.count());
      return;
    }
    out.putInt(-shape.dimensions());
    for (int i = 0; i < shape.dimensions(); i++) {
      out.putInt(shape.length(i)).putInt(shape.lowerBound(i));
    }
  }

  private static List<@Nullable Object> decodeArray(ColumnType element, ByteBuffer in) {
    int first = in.getInt();
    if (first >= 0) {
      return decodeElements(element, first, in);
    }
    if (first < -ArrayShape.DIMENSIONS_MAX) {
      throw corruptArray(element, "dimensions=" + -(long) first);
    }
    int[] lengths = new int[-first];
    int[] lowerBounds = new int[-first];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = in.getInt();
      lowerBounds[i] = in.getInt();
    }
    ArrayShape shape = shapeOf(element, lengths, lowerBounds);
    return ArrayValue.of(shape, decodeElements(element, shape.count(), in));
  }

  private static ArrayShape shapeOf(ColumnType element, int[] lengths, int[] lowerBounds) {
    try {
      ArrayShape shape = ArrayShape.of(lengths, lowerBounds);
      if (!shape.isPlain()) {
        return shape;
      }
    } catch (ColonnadeException e) {
      throw new ColonnadeException(ErrorCode.STORE_CORRUPT, "stored array is damaged", e);
    }
    throw corruptArray(element, "lengths=" + Arrays.toString(lengths));
  }

  private static List<@Nullable Object> decodeElements(
      ColumnType element, int count, ByteBuffer in) {
    int countMax = in.remaining() / Integer.BYTES;
    if (count > countMax) {
      throw corruptArray(element, "count=" + count + " countMax=" + countMax);
    }
    List<@Nullable Object> values = new ArrayList<>(count);
    int fixedBytes = element.storage().slotBytes();
    for (int i = 0; i < count; i++) {
      InterruptionPoint.check(i);
      int length = in.getInt();
      if (length == NULL_LENGTH) {
        values.add(null);
      } else {
        if (length < 0 || length > in.remaining()) {
          throw corruptArray(
              element, "index=" + i + " length=" + length + " lengthMax=" + in.remaining());
        }
        values.add(
            element.storage() != StorageKind.VARIABLE && length == fixedBytes
                ? valueOf(element, in)
                : valueOf(element, next(length, in)));
      }
    }
    return Collections.unmodifiableList(values);
  }

  private static byte[] next(int length, ByteBuffer in) {
    byte[] part = new byte[length];
    in.get(part);
    return part;
  }

  static byte[] encode(CompositeType type, List<?> values) {
    List<CompositeType.Attribute> attributes = type.attributes();
    if (values.size() != attributes.size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "row has another number of values than its type: type=%s values=%d attributes=%d"
              .formatted(type.name(), values.size(), attributes.size()));
    }
    byte[] @Nullable [] parts = new byte[attributes.size()] @Nullable [];
    int length = COMPOSITE_HEADER_BYTES;
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      Object value = values.get(i);
      byte[] part = value == null ? null : bytesOf(attributes.get(i).type(), value);
      parts[i] = part;
      if (part != null) {
        length += ATTRIBUTE_HEADER_BYTES + part.length;
        count++;
      }
    }
    ByteBuffer out = ByteBuffer.allocate(length).put(COMPOSITE_VERSION).putShort((short) count);
    for (int i = 0; i < parts.length; i++) {
      byte[] part = parts[i];
      if (part != null) {
        out.putShort((short) attributes.get(i).id()).putInt(part.length).put(part);
      }
    }
    return out.array();
  }

  static List<@Nullable Object> decode(CompositeType type, byte[] stored) {
    ByteBuffer in = ByteBuffer.wrap(stored);
    try {
      return decodeComposite(type, in);
    } catch (BufferUnderflowException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "stored row is truncated: type=" + type.name(), e);
    }
  }

  private static List<@Nullable Object> decodeComposite(CompositeType type, ByteBuffer in) {
    int version = in.get();
    if (version != COMPOSITE_VERSION) {
      throw corruptRow(type, "version=" + version);
    }
    int count = in.getShort();
    Map<Integer, byte[]> parts = new HashMap<>();
    for (int i = 0; i < count; i++) {
      int id = in.getShort();
      int length = in.getInt();
      if (length < 0 || length > in.remaining()) {
        throw corruptRow(type, "attribute=" + id + " length=" + length);
      }
      parts.put(id, next(length, in));
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (CompositeType.Attribute attribute : type.attributes()) {
      byte[] part = parts.get(attribute.id());
      values.add(part == null ? null : valueOf(attribute.type(), part));
    }
    return Collections.unmodifiableList(values);
  }

  private static ColonnadeException corruptRow(CompositeType type, String problem) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "stored row is damaged: type=" + type.name() + " " + problem);
  }

  private static ColonnadeException corruptArray(ColumnType element, String problem) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "stored array is damaged: element=" + element + " " + problem);
  }

  private static byte[] bytesOf(ColumnType type, Object value) {
    ByteBuffer out = ByteBuffer.allocate(Math.max(1, type.storage().slotBytes()));
    switch (type.storage()) {
      case BOOL1 -> out.put((byte) (StoredForm.booleanOf(type, value) ? 1 : 0));
      case INT16 -> out.putShort(StoredForm.shortOf(type, value));
      case INT32, ENUM32 -> out.putInt(StoredForm.intOf(type, value));
      case INT64 -> out.putLong(StoredForm.longOf(type, value));
      case FLOAT32 -> out.putFloat(StoredForm.floatOf(type, value));
      case FLOAT64 -> out.putDouble(StoredForm.doubleOf(type, value));
      case INT128, BYTES16 ->
          out.putLong(StoredForm.highOf(type, value)).putLong(StoredForm.lowOf(type, value));
      case VARIABLE -> {
        return StoredForm.bytesOf(type, value);
      }
    }
    return out.array();
  }

  private static Object valueOf(ColumnType type, byte[] bytes) {
    return type.storage() == StorageKind.VARIABLE
        ? StoredForm.fromBytes(type, bytes)
        : valueOf(type, ByteBuffer.wrap(bytes));
  }

  /** Returns the value of fixed size at the position of the buffer. */
  private static Object valueOf(ColumnType type, ByteBuffer in) {
    return switch (type.storage()) {
      case BOOL1 -> in.get() != 0;
      case INT16 -> in.getShort();
      case INT32, ENUM32 -> StoredForm.fromInt(type, in.getInt());
      case INT64 -> StoredForm.fromLong(type, in.getLong());
      case FLOAT32 -> in.getFloat();
      case FLOAT64 -> in.getDouble();
      case INT128, BYTES16 -> StoredForm.fromHalves(type, in.getLong(), in.getLong());
      case VARIABLE -> throw new IllegalArgumentException("no fixed size: type=" + type);
    };
  }
}
