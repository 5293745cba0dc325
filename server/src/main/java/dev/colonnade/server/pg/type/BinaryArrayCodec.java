package dev.colonnade.server.pg.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.server.pg.wire.PgProtocolLayout;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the binary format of arrays.
 *
 * <pre>
 * | dimensions int32 | has NULLs int32 | element type OID int32 |
 * | count int32 | lower bound int32 |                             for each dimension
 * | length int32 | value |                                         for each element
 * </pre>
 */
final class BinaryArrayCodec {
  private BinaryArrayCodec() {}

  /** Appends an array; {@code writer} appends an element. */
  static void writeBinary(ByteBuf out, PgType type, List<?> elements, Consumer<Object> writer) {
    ArrayShape shape = ArrayValue.shapeOf(elements);
    out.writeInt(shape.dimensions());
    out.writeInt(elements.stream().anyMatch(Objects::isNull) ? 1 : 0);
    out.writeInt(type.elementOid());
    for (int i = 0; i < shape.dimensions(); i++) {
      out.writeInt(shape.length(i)).writeInt(shape.lowerBound(i));
    }
    int step = 0;
    for (Object element : elements) {
      InterruptionPoint.check(++step);
      int lengthIndex = out.writerIndex();
      out.writeInt(PgProtocolLayout.NULL_LENGTH);
      if (element != null) {
        writer.accept(element);
        out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
      }
    }
  }

  /** Decodes an array; {@code reader} decodes an element from all bytes. */
  static List<@Nullable Object> readBinary(
      ByteBuf in, PgType type, Function<ByteBuf, Object> reader) {
    int dimensions = BinaryInput.int32(in);
    BinaryInput.int32(in);
    int elementOid = BinaryInput.int32(in);
    if (dimensions < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_BINARY_REPRESENTATION, "invalid number of dimensions: " + dimensions);
    }
    ArrayShape.requireDimensions(dimensions);
    requireElement(elementOid, type);
    int[] lengths = new int[dimensions];
    int[] lowerBounds = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      lengths[i] = BinaryInput.int32(in);
      lowerBounds[i] = BinaryInput.int32(in);
    }
    ArrayShape shape = ArrayShape.of(lengths, lowerBounds);
    int count = shape.count();
    if (count > in.readableBytes() / Integer.BYTES) {
      throw BinaryInput.invalid("array of " + count + " elements");
    }
    List<@Nullable Object> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      InterruptionPoint.check(i);
      int length = BinaryInput.int32(in);
      if (length > in.readableBytes()) {
        throw BinaryInput.invalid("array whose element has " + length + " bytes");
      }
      elements.add(length < 0 ? null : reader.apply(in.readSlice(length)));
    }
    return ArrayValue.of(shape, elements);
  }

  private static void requireElement(int oid, PgType type) {
    if (!type.element().accepts(oid)) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "binary data has array element type %s instead of expected %s"
              .formatted(described(oid), described(type.elementOid())));
    }
  }

  /** Returns the OID of a type with its name if the server defines it. */
  static String described(int oid) {
    SqlType type = PgType.sqlType(oid);
    return Integer.toUnsignedString(oid) + (type == null ? "" : " (" + type + ")");
  }
}
