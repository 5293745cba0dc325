package dev.colonnade.scan.ipc;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.schema.Column;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/**
 * Writer of the Arrow field of one column into the flatbuffer of a schema message. The field of an
 * enum has the type of its labels, and a dictionary encoding with the type of the index.
 */
final class ArrowFieldWriter {
  private static final int DECIMAL_BITS = 128;
  private static final int UUID_BYTES = 16;

  private final FlatBufferBuilder out;
  private byte typeId;

  ArrowFieldWriter(FlatBufferBuilder out) {
    this.out = out;
  }

  /** Appends a field; returns its offset. */
  int write(Column column, int dictionaryIndexBits) {
    int name = out.createString(column.name());
    int type = writeType(column.type());
    int dictionary =
        column.type() instanceof Enumerated enumerated
            ? writeDictionary(enumerated.type().id(), dictionaryIndexBits)
            : -1;
    int children = Field.createChildrenVector(out, new int[0]);
    int metadata = Field.createCustomMetadataVector(out, new int[0]);
    Field.startField(out);
    Field.addName(out, name);
    Field.addNullable(out, column.nullable());
    Field.addTypeType(out, typeId);
    Field.addType(out, type);
    Field.addChildren(out, children);
    Field.addCustomMetadata(out, metadata);
    if (dictionary >= 0) {
      Field.addDictionary(out, dictionary);
    }
    return Field.endField(out);
  }

  private int writeDictionary(long id, int indexBits) {
    boolean signed = true;
    int index = Int.createInt(out, indexBits, signed);
    boolean ordered = true;
    return DictionaryEncoding.createDictionaryEncoding(
        out, id, index, ordered, DictionaryKind.DenseArray);
  }

  private int writeType(ColumnType type) {
    return switch (type) {
      case Plain plain -> writeType(plain);
      case Numeric(int precision, int scale) -> {
        typeId = Type.Decimal;
        yield Decimal.createDecimal(out, precision, scale, DECIMAL_BITS);
      }
      case Varchar _ -> utf8();
      case Char _ -> utf8();
      case Enumerated _ -> utf8();
      case Packed packed -> packed.isText() ? utf8() : binary();
      case ColumnType.Composite _ -> binary();
    };
  }

  private int writeType(Plain type) {
    return switch (type) {
      case BOOLEAN -> {
        typeId = Type.Bool;
        Bool.startBool(out);
        yield Bool.endBool(out);
      }
      case SMALLINT -> integer(Short.SIZE);
      case INTEGER -> integer(Integer.SIZE);
      case BIGINT -> integer(Long.SIZE);
      case REAL -> floatingPoint(Precision.SINGLE);
      case DOUBLE -> floatingPoint(Precision.DOUBLE);
      case TEXT -> utf8();
      case BYTEA -> binary();
      case DATE -> {
        typeId = Type.Date;
        yield Date.createDate(out, DateUnit.DAY);
      }
      case TIME -> {
        typeId = Type.Time;
        yield Time.createTime(out, TimeUnit.MICROSECOND, Long.SIZE);
      }
      case TIMESTAMP -> {
        typeId = Type.Timestamp;
        Timestamp.startTimestamp(out);
        Timestamp.addUnit(out, TimeUnit.MICROSECOND);
        yield Timestamp.endTimestamp(out);
      }
      case TIMESTAMPTZ -> {
        typeId = Type.Timestamp;
        int zone = out.createString("UTC");
        yield Timestamp.createTimestamp(out, TimeUnit.MICROSECOND, zone);
      }
      case UUID -> {
        typeId = Type.FixedSizeBinary;
        yield FixedSizeBinary.createFixedSizeBinary(out, UUID_BYTES);
      }
    };
  }

  private int integer(int bits) {
    typeId = Type.Int;
    boolean signed = true;
    return Int.createInt(out, bits, signed);
  }

  private int floatingPoint(short precision) {
    typeId = Type.FloatingPoint;
    return FloatingPoint.createFloatingPoint(out, precision);
  }

  private int utf8() {
    typeId = Type.Utf8;
    Utf8.startUtf8(out);
    return Utf8.endUtf8(out);
  }

  private int binary() {
    typeId = Type.Binary;
    Binary.startBinary(out);
    return Binary.endBinary(out);
  }
}
