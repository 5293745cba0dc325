package dev.colonnade.server.pg.type;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.wire.PgProtocolLayout;
import dev.colonnade.sql.function.library.RecordFunctions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
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

  /** Appends a row: the list of the values of its fields. */
  static void write(ByteBuf out, PgType type, Object value) {
    if (!(value instanceof List<?> row)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "no binary format available for rows of a cursor or of EXECUTE");
    }
    out.writeInt(row.size());
    for (int i = 0; i < row.size(); i++) {
      PgType field = type.fields().get(i);
      out.writeInt(field.oid());
      new ValueFormat(field, true, TextStyle.DEFAULT).write(out, row.get(i));
    }
  }

  /** Decodes a row as a text, which the query parses: it checks the fields. */
  static String readText(ByteBuf in, PgType type) {
    List<PgType> fields = type.fields();
    int count = BinaryInput.int32(in);
    if (count != fields.size()) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "wrong number of columns: %d, expected %d".formatted(count, fields.size()));
    }
    @Nullable Object[] texts = new Object[count];
    for (int i = 0; i < count; i++) {
      texts[i] = field(in, fields.get(i), i + 1);
    }
    if (in.isReadable()) {
      throw BinaryInput.invalid("record");
    }
    return RecordFunctions.textOfRow(texts);
  }

  private static @Nullable String field(ByteBuf in, PgType type, int number) {
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
    TextValueEncoder.write(
        text, ValueFormat.readBinary(in.readSlice(length), type), TextStyle.DEFAULT);
    return text.toString(UTF_8);
  }
}
