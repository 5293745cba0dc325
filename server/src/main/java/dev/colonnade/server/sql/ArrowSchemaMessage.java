package dev.colonnade.server.sql;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/** Encoder of the Arrow schema message, which describes the columns of a result. */
final class ArrowSchemaMessage {
  private static final int DECIMAL_BITS = 128;
  private static final int UUID_BYTES = 16;
  private static final int BUILDER_BYTES = 512;

  /** Encapsulation: a continuation marker and a length, and padding to eight bytes. */
  private static final int CONTINUATION = -1;

  private static final int PREFIX_BYTES = 8;
  private static final int ALIGNMENT = 8;

  private ArrowSchemaMessage() {}

  /** Returns the encapsulated message. */
  static byte[] of(List<SqlColumnInfo> columns) {
    FlatBufferBuilder builder = new FlatBufferBuilder(BUILDER_BYTES);
    int schema = schema(builder, columns);
    builder.finish(message(builder, MessageHeader.Schema, schema, 0));
    return encapsulated(builder.dataBuffer());
  }

  /** Writes the schema alone, and returns its offset. */
  static int schema(FlatBufferBuilder builder, List<SqlColumnInfo> columns) {
    int[] fields = new int[columns.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = field(builder, columns.get(i));
    }
    int fieldVector = Schema.createFieldsVector(builder, fields);
    Schema.startSchema(builder);
    Schema.addEndianness(builder, Endianness.Little);
    Schema.addFields(builder, fieldVector);
    return Schema.endSchema(builder);
  }

  static int message(FlatBufferBuilder builder, byte headerType, int header, long bodyBytes) {
    Message.startMessage(builder);
    Message.addVersion(builder, MetadataVersion.V5);
    Message.addHeaderType(builder, headerType);
    Message.addHeader(builder, header);
    Message.addBodyLength(builder, bodyBytes);
    return Message.endMessage(builder);
  }

  static byte[] encapsulated(ByteBuffer metadata) {
    int length = (metadata.remaining() + ALIGNMENT - 1) & -ALIGNMENT;
    ByteBuffer message = ByteBuffer.allocate(PREFIX_BYTES + length).order(ByteOrder.LITTLE_ENDIAN);
    message.putInt(CONTINUATION).putInt(length).put(metadata);
    return message.array();
  }

  private static int field(FlatBufferBuilder builder, SqlColumnInfo column) {
    int name = builder.createString(column.name());
    WireType carrier = column.type().carrier();
    int type = type(builder, carrier);
    int children = Field.createChildrenVector(builder, new int[0]);
    Field.startField(builder);
    Field.addName(builder, name);
    Field.addNullable(builder, true);
    Field.addTypeType(builder, typeNumber(carrier));
    Field.addType(builder, type);
    Field.addChildren(builder, children);
    return Field.endField(builder);
  }

  private static byte typeNumber(WireType carrier) {
    return switch (carrier.kind()) {
      case BOOLEAN -> Type.Bool;
      case SMALLINT, INTEGER, BIGINT -> Type.Int;
      case REAL, DOUBLE -> Type.FloatingPoint;
      case NUMERIC -> Type.Decimal;
      case TEXT, VARCHAR, CHAR, ENUM -> Type.Utf8;
      case BYTEA -> Type.Binary;
      case DATE -> Type.Date;
      case TIME -> Type.Time;
      case TIMESTAMP, TIMESTAMPTZ -> Type.Timestamp;
      case UUID -> Type.FixedSizeBinary;
    };
  }

  private static int type(FlatBufferBuilder builder, WireType carrier) {
    return switch (carrier.kind()) {
      case BOOLEAN -> {
        Bool.startBool(builder);
        yield Bool.endBool(builder);
      }
      case SMALLINT -> Int.createInt(builder, Short.SIZE, true);
      case INTEGER -> Int.createInt(builder, Integer.SIZE, true);
      case BIGINT -> Int.createInt(builder, Long.SIZE, true);
      case REAL -> FloatingPoint.createFloatingPoint(builder, Precision.SINGLE);
      case DOUBLE -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
      case NUMERIC ->
          Decimal.createDecimal(builder, carrier.precision(), carrier.scale(), DECIMAL_BITS);
      case TEXT, VARCHAR, CHAR, ENUM -> {
        Utf8.startUtf8(builder);
        yield Utf8.endUtf8(builder);
      }
      case BYTEA -> {
        Binary.startBinary(builder);
        yield Binary.endBinary(builder);
      }
      case DATE -> Date.createDate(builder, DateUnit.DAY);
      case TIME -> Time.createTime(builder, TimeUnit.MICROSECOND, Long.SIZE);
      case TIMESTAMP -> Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, 0);
      case TIMESTAMPTZ -> {
        int zone = builder.createString("UTC");
        yield Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, zone);
      }
      case UUID -> FixedSizeBinary.createFixedSizeBinary(builder, UUID_BYTES);
    };
  }
}
