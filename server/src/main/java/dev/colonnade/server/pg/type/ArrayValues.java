package dev.colonnade.server.pg.type;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.server.pg.wire.WireLayout;
import dev.colonnade.sql.function.value.ZeroBasedArray;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of one dimension.
 *
 * <pre>
 * | dimensions int32 | has NULLs int32 | type of elements int32 |
 * | count int32 | index of the first int32 |                      for each dimension
 * | length int32 | value |                                         for each element
 * </pre>
 */
final class ArrayValues {
  private ArrayValues() {}

  /** The numbers of a vector, with blanks between them. */
  static void writeText(ByteBuf out, ZeroBasedArray vector, TextStyle style) {
    for (int i = 0; i < vector.size(); i++) {
      if (i > 0) {
        out.writeByte(' ');
      }
      TextValues.write(out, vector.get(i), style);
    }
  }

  static void writeText(ByteBuf out, List<?> elements, TextStyle style) {
    out.writeByte('{');
    boolean isFirst = true;
    for (Object element : elements) {
      if (!isFirst) {
        out.writeByte(',');
      }
      isFirst = false;
      if (element == null) {
        out.writeCharSequence("NULL", UTF_8);
      } else {
        writeElement(out, element, style);
      }
    }
    out.writeByte('}');
  }

  private static void writeElement(ByteBuf out, Object element, TextStyle style) {
    if (element instanceof Number || element instanceof Boolean || element instanceof List) {
      TextValues.write(out, element, style);
      return;
    }
    ByteBuf text = Unpooled.buffer();
    TextValues.write(text, element, style);
    boolean isQuoted = needsQuotes(text);
    if (isQuoted) {
      out.writeByte('"');
    }
    while (text.isReadable()) {
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

  private static boolean needsQuotes(ByteBuf text) {
    if (!text.isReadable() || "NULL".equalsIgnoreCase(text.toString(UTF_8))) {
      return true;
    }
    return text.forEachByte(value -> !isSpecial(value)) >= 0;
  }

  private static boolean isSpecial(byte value) {
    return switch (value) {
      case '{', '}', ',', '"', '\\', ' ', '\t', '\n', '\r', '\f', 0x0b -> true;
      default -> false;
    };
  }

  static void writeBinary(ByteBuf out, TypeCode code, List<?> elements) {
    out.writeInt(elements.isEmpty() ? 0 : 1);
    out.writeInt(elements.stream().anyMatch(Objects::isNull) ? 1 : 0);
    out.writeInt(code.oid());
    if (!elements.isEmpty()) {
      out.writeInt(elements.size()).writeInt(ZeroBasedArray.lowerBound(elements));
    }
    for (Object element : elements) {
      int lengthIndex = out.writerIndex();
      out.writeInt(WireLayout.NULL_LENGTH);
      if (element != null) {
        BinaryValues.write(out, code, element);
        out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
      }
    }
  }

  static List<@Nullable Object> readBinary(ByteBuf in, TypeCode code) {
    int dimensions = BinaryValues.int32(in);
    BinaryValues.int32(in);
    BinaryValues.int32(in);
    if (dimensions == 0) {
      return List.of();
    }
    if (dimensions != 1) {
      throw BinaryValues.invalid("array of " + dimensions + " dimensions");
    }
    int count = BinaryValues.int32(in);
    BinaryValues.int32(in);
    if (count < 0 || count > in.readableBytes() / Integer.BYTES) {
      throw BinaryValues.invalid("array of " + count + " elements");
    }
    List<@Nullable Object> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = BinaryValues.int32(in);
      if (length > in.readableBytes()) {
        throw BinaryValues.invalid("array whose element has " + length + " bytes");
      }
      elements.add(length < 0 ? null : BinaryValues.read(in.readSlice(length), code));
    }
    return Collections.unmodifiableList(elements);
  }
}
