package dev.colonnade.client.page.batch;

import dev.colonnade.client.page.batch.ArrowColumn.Form;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.row.StoredValueLayout;
import dev.colonnade.protocol.schema.WireType;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.jspecify.annotations.Nullable;

/** Mapping of column types to Arrow types. */
final class ArrowTypes {
  private static final int WIDE_NUMERIC_BYTES = 16;
  private static final int UUID_BYTES = 16;

  private ArrowTypes() {}

  /**
   * Returns the layout of a column in an Arrow field.
   *
   * @throws ProtocolException if the types do not match
   */
  static ArrowColumn fit(
      ResultColumn column, Field field, int firstBuffer, Map<Long, List<String>> dictionaries) {
    DictionaryEncoding encoding = field.dictionary();
    if (encoding != null) {
      return fitDictionary(column, encoding, firstBuffer, dictionaries);
    }
    Form form = form(column.type(), field);
    if (form == null || field.childrenLength() != 0) {
      throw ProtocolException.malformed(
          "Arrow type does not match the column: column="
              + column.name()
              + " type="
              + column.type()
              + " arrowType="
              + Type.name(field.typeType()));
    }
    int width =
        form == Form.WIDE_NUMERIC ? WIDE_NUMERIC_BYTES : StoredValueLayout.slotBytes(column.type());
    return new ArrowColumn(column, form, firstBuffer, width, List.of());
  }

  private static ArrowColumn fitDictionary(
      ResultColumn column,
      DictionaryEncoding encoding,
      int firstBuffer,
      Map<Long, List<String>> dictionaries) {
    List<String> labels = dictionaries.get(encoding.id());
    Int index = encoding.indexType();
    int bits = index == null ? Integer.SIZE : index.bitWidth();
    boolean known = bits == Byte.SIZE || bits == Short.SIZE || bits == Integer.SIZE;
    if (labels == null || !known) {
      throw ProtocolException.malformed(
          "dictionary is missing or has unknown indexes: column="
              + column.name()
              + " id="
              + encoding.id()
              + " indexBits="
              + bits);
    }
    return new ArrowColumn(column, Form.DICTIONARY, firstBuffer, bits / Byte.SIZE, labels);
  }

  private static @Nullable Form form(WireType type, Field field) {
    byte arrow = field.typeType();
    return switch (type.kind()) {
      case BOOLEAN -> arrow == Type.Bool ? Form.BITS : null;
      case SMALLINT -> fixedIf(isInt(field, Short.SIZE));
      case INTEGER -> fixedIf(isInt(field, Integer.SIZE));
      case BIGINT -> fixedIf(isInt(field, Long.SIZE));
      case REAL -> fixedIf(isFloat(field, Precision.SINGLE));
      case DOUBLE -> fixedIf(isFloat(field, Precision.DOUBLE));
      case NUMERIC -> numericForm(type, field);
      case TEXT, VARCHAR, CHAR -> arrow == Type.Utf8 ? Form.BYTES : null;
      case BYTEA -> arrow == Type.Binary ? Form.BYTES : null;
      case DATE -> fixedIf(isDate(field));
      case TIME -> fixedIf(isTime(field));
      case TIMESTAMP, TIMESTAMPTZ -> fixedIf(isTimestamp(field));
      case UUID -> fixedIf(isUuid(field));
      case ENUM -> null;
    };
  }

  private static @Nullable Form fixedIf(boolean fits) {
    return fits ? Form.FIXED : null;
  }

  private static @Nullable Form numericForm(WireType type, Field field) {
    if (isInt(field, Long.SIZE) && !type.isWideNumeric()) {
      return Form.FIXED;
    }
    if (!(field.typeType() == Type.Decimal && field.type(new Decimal()) instanceof Decimal it)
        || it.scale() != type.scale()) {
      return null;
    }
    return switch (it.bitWidth()) {
      case Long.SIZE -> type.isWideNumeric() ? null : Form.FIXED;
      case 2 * Long.SIZE -> Form.WIDE_NUMERIC;
      default -> null;
    };
  }

  private static boolean isInt(Field field, int bits) {
    return field.typeType() == Type.Int
        && field.type(new Int()) instanceof Int it
        && it.bitWidth() == bits
        && it.isSigned();
  }

  private static boolean isFloat(Field field, short precision) {
    return field.typeType() == Type.FloatingPoint
        && field.type(new FloatingPoint()) instanceof FloatingPoint it
        && it.precision() == precision;
  }

  private static boolean isDate(Field field) {
    return field.typeType() == Type.Date
        && field.type(new Date()) instanceof Date it
        && it.unit() == DateUnit.DAY;
  }

  private static boolean isTime(Field field) {
    return field.typeType() == Type.Time
        && field.type(new Time()) instanceof Time it
        && it.unit() == TimeUnit.MICROSECOND
        && it.bitWidth() == Long.SIZE;
  }

  private static boolean isTimestamp(Field field) {
    return field.typeType() == Type.Timestamp
        && field.type(new Timestamp()) instanceof Timestamp it
        && it.unit() == TimeUnit.MICROSECOND;
  }

  private static boolean isUuid(Field field) {
    return field.typeType() == Type.FixedSizeBinary
        && field.type(new FixedSizeBinary()) instanceof FixedSizeBinary it
        && it.byteWidth() == UUID_BYTES;
  }
}
