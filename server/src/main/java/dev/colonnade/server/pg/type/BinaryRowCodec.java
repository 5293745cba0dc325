package dev.colonnade.server.pg.type;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.wire.PgProtocolLayout;
import dev.colonnade.sql.function.library.RecordFunctions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the binary format of rows.
 *
 * <pre>
 * | fields int32 |
 * | type OID int32 | length int32 | value |    for each field
 * </pre>
 */
final class BinaryRowCodec {
  private BinaryRowCodec() {}

  /** Appends a row: the list of the values of its fields, which {@code writer} appends. */
  static void write(ByteBuf out, PgType type, Object value, BiConsumer<PgType, Object> writer) {
    if (!(value instanceof List<?> row)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "no binary format available for rows of a cursor or of EXECUTE");
    }
    out.writeInt(row.size());
    for (int i = 0; i < row.size(); i++) {
      PgType field = type.fields().get(i);
      out.writeInt(field.oid());
      Object fieldValue = row.get(i);
      int lengthIndex = out.writerIndex();
      out.writeInt(field.code() == PgTypeCode.VOID ? 0 : PgProtocolLayout.NULL_LENGTH);
      if (fieldValue != null) {
        writer.accept(field, fieldValue);
        out.setInt(lengthIndex, out.writerIndex() - lengthIndex - Integer.BYTES);
      }
    }
  }

  /**
   * Decodes a row as a text, which the query parses: it checks the fields.
   *
   * @param reader decodes a field from all bytes
   */
  static String readText(ByteBuf in, PgType type, BiFunction<ByteBuf, PgType, Object> reader) {
    List<PgType> fields = type.fields();
    int count = BinaryInput.int32(in);
    if (count != fields.size()) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "wrong number of columns: %d, expected %d".formatted(count, fields.size()));
    }
    @Nullable Object[] texts = new Object[count];
    for (int i = 0; i < count; i++) {
      texts[i] = field(in, fields.get(i), i + 1, reader);
    }
    if (in.isReadable()) {
      throw BinaryInput.invalid("record");
    }
    return RecordFunctions.textOfRow(texts);
  }

  private static @Nullable String field(
      ByteBuf in, PgType type, int number, BiFunction<ByteBuf, PgType, Object> reader) {
    int oid = BinaryInput.int32(in);
    if (!type.accepts(oid)) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "binary data has type %s instead of expected %s in record column %d"
              .formatted(
                  BinaryArrayCodec.described(oid), BinaryArrayCodec.described(type.oid()), number));
    }
    int length = BinaryInput.int32(in);
    if (length == PgProtocolLayout.NULL_LENGTH) {
      return null;
    }
    if (length < 0 || length > in.readableBytes()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_BINARY_REPRESENTATION, "insufficient data left in message");
    }
    ByteBuf text = Unpooled.buffer();
    Object value = reader.apply(in.readSlice(length), type);
    TextValueEncoder.write(text, value, TextStyle.DEFAULT);
    return text.toString(UTF_8);
  }
}
