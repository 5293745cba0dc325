package dev.colonnade.server.pg.type;

import dev.colonnade.server.pg.wire.PgProtocolLayout;
import dev.colonnade.sql.function.value.ZeroBasedArray;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the binary format of arrays of one dimension.
 *
 * <pre>
 * | dimensions int32 | has NULLs int32 | element type OID int32 |
 * | count int32 | lower bound int32 |                             for each dimension
 * | length int32 | value |                                         for each element
 * </pre>
 */
final class BinaryArrayCodec {
  private BinaryArrayCodec() {}

  static void writeBinary(ByteBuf out, PgTypeCode code, List<?> elements) {
    out.writeInt(elements.isEmpty() ? 0 : 1);
    out.writeInt(elements.stream().anyMatch(Objects::isNull) ? 1 : 0);
    out.writeInt(code.oid());
    if (!elements.isEmpty()) {
      out.writeInt(elements.size()).writeInt(ZeroBasedArray.lowerBound(elements));
    }
    for (Object element : elements) {
      int lengthIndex = out.writerIndex();
      out.writeInt(PgProtocolLayout.NULL_LENGTH);
      if (element != null) {
        BinaryValueCodec.write(out, code, element);
        out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
      }
    }
  }

  static List<@Nullable Object> readBinary(ByteBuf in, PgTypeCode code) {
    int dimensions = BinaryInput.int32(in);
    BinaryInput.int32(in);
    BinaryInput.int32(in);
    if (dimensions == 0) {
      return List.of();
    }
    if (dimensions != 1) {
      throw BinaryInput.invalid("array of " + dimensions + " dimensions");
    }
    int count = BinaryInput.int32(in);
    BinaryInput.int32(in);
    if (count < 0 || count > in.readableBytes() / Integer.BYTES) {
      throw BinaryInput.invalid("array of " + count + " elements");
    }
    List<@Nullable Object> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = BinaryInput.int32(in);
      if (length > in.readableBytes()) {
        throw BinaryInput.invalid("array whose element has " + length + " bytes");
      }
      elements.add(length < 0 ? null : BinaryValueCodec.read(in.readSlice(length), code));
    }
    return Collections.unmodifiableList(elements);
  }
}
