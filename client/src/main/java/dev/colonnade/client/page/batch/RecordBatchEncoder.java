package dev.colonnade.client.page.batch;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.colonnade.protocol.EpochTime;
import dev.colonnade.protocol.Int128;
import dev.colonnade.protocol.schema.WireType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/** Encoder of rows of Java objects as an Arrow batch, which {@link BatchPageDecoder} reads. */
public final class RecordBatchEncoder {
  private static final int CONTINUATION = -1;
  private static final int ALIGNMENT = 8;
  private static final int BUILDER_BYTES = 512;

  private final int rowCount;
  private final List<ByteBuf> parts = new ArrayList<>();
  private final List<Integer> nullCounts = new ArrayList<>();

  private RecordBatchEncoder(int rowCount) {
    this.rowCount = rowCount;
  }

  /**
   * Returns the encapsulated message, on the heap.
   *
   * @param types of the columns
   * @param columns the values of each column, of the classes that {@code ColumnReader.objectAt}
   *     returns
   */
  public static ByteBuf of(
      List<WireType> types, List<List<@Nullable Object>> columns, int rowCount) {
    RecordBatchEncoder message = new RecordBatchEncoder(rowCount);
    for (int i = 0; i < types.size(); i++) {
      message.add(types.get(i), columns.get(i));
    }
    return message.encapsulated();
  }

  private void add(WireType type, List<@Nullable Object> values) {
    ByteBuf validity = bits(values, value -> value != null);
    int nullCount = (int) values.stream().filter(value -> value == null).count();
    nullCounts.add(nullCount);
    parts.add(nullCount == 0 ? Unpooled.EMPTY_BUFFER : validity);
    switch (type.kind()) {
      case BOOLEAN -> parts.add(bits(values, Boolean.TRUE::equals));
      case TEXT, VARCHAR, CHAR, ENUM, BYTEA -> addVariable(values);
      case SMALLINT,
          INTEGER,
          BIGINT,
          REAL,
          DOUBLE,
          NUMERIC,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID ->
          parts.add(fixed(type, values));
    }
  }

  private interface Bit {
    boolean of(@Nullable Object value);
  }

  private static ByteBuf bits(List<@Nullable Object> values, Bit bit) {
    byte[] bytes = new byte[(values.size() + Byte.SIZE - 1) / Byte.SIZE];
    for (int i = 0; i < values.size(); i++) {
      if (bit.of(values.get(i))) {
        bytes[i / Byte.SIZE] |= (byte) (1 << (i % Byte.SIZE));
      }
    }
    return Unpooled.wrappedBuffer(bytes);
  }

  private void addVariable(List<@Nullable Object> values) {
    ByteBuf offsets = Unpooled.buffer();
    ByteBuf content = Unpooled.buffer();
    offsets.writeIntLE(0);
    for (Object value : values) {
      if (value instanceof byte[] bytes) {
        content.writeBytes(bytes);
      } else if (value != null) {
        ByteBufUtil.writeUtf8(content, (String) value);
      }
      offsets.writeIntLE(content.readableBytes());
    }
    parts.add(offsets);
    parts.add(content);
  }

  private static ByteBuf fixed(WireType type, List<@Nullable Object> values) {
    ByteBuf out = Unpooled.buffer();
    for (Object value : values) {
      if (value == null) {
        out.writeZero(widthBytes(type));
      } else {
        write(type, value, out);
      }
    }
    return out;
  }

  private static int widthBytes(WireType type) {
    return switch (type.kind()) {
      case SMALLINT -> Short.BYTES;
      case INTEGER, REAL, DATE -> Integer.BYTES;
      case BIGINT, DOUBLE, TIME, TIMESTAMP, TIMESTAMPTZ -> Long.BYTES;
      case NUMERIC, UUID -> 2 * Long.BYTES;
      case BOOLEAN, TEXT, VARCHAR, CHAR, ENUM, BYTEA ->
          throw new IllegalArgumentException("not of fixed width: kind=" + type.kind());
    };
  }

  private static void write(WireType type, Object value, ByteBuf out) {
    switch (type.kind()) {
      case SMALLINT -> out.writeShortLE((Short) value);
      case INTEGER -> out.writeIntLE((Integer) value);
      case BIGINT -> out.writeLongLE((Long) value);
      case REAL -> out.writeFloatLE((Float) value);
      case DOUBLE -> out.writeDoubleLE((Double) value);
      case NUMERIC -> writeDecimal(type, value, out);
      case DATE -> out.writeIntLE(EpochTime.days((LocalDate) value));
      case TIME -> out.writeLongLE(EpochTime.microsOfDay((LocalTime) value));
      case TIMESTAMP -> out.writeLongLE(EpochTime.micros((LocalDateTime) value));
      case TIMESTAMPTZ -> out.writeLongLE(EpochTime.micros((Instant) value));
      case UUID -> {
        out.writeLong(((UUID) value).getMostSignificantBits());
        out.writeLong(((UUID) value).getLeastSignificantBits());
      }
      case BOOLEAN, TEXT, VARCHAR, CHAR, ENUM, BYTEA ->
          throw new IllegalArgumentException("not of fixed width: kind=" + type.kind());
    }
  }

  /** Writes a NUMERIC; a Double is NaN. */
  private static void writeDecimal(WireType type, Object value, ByteBuf out) {
    if (value instanceof BigDecimal number) {
      BigInteger unscaled = number.unscaledValue();
      out.writeLongLE(Int128.low(unscaled));
      out.writeLongLE(Int128.high(unscaled));
    } else {
      out.writeLongLE(type.nanLow());
      out.writeLongLE(type.nanHigh());
    }
  }

  private ByteBuf encapsulated() {
    long bodyBytes = parts.stream().mapToLong(RecordBatchEncoder::paddedBytes).sum();
    ByteBuf metadata = Unpooled.wrappedBuffer(metadata(bodyBytes));
    ByteBuf out = Unpooled.buffer();
    out.writeIntLE(CONTINUATION).writeIntLE((int) paddedBytes(metadata));
    parts.add(0, metadata);
    for (ByteBuf part : parts) {
      int padding = (int) (paddedBytes(part) - part.readableBytes());
      out.writeBytes(part).writeZero(padding);
    }
    return out;
  }

  private static long paddedBytes(ByteBuf part) {
    return (part.readableBytes() + ALIGNMENT - 1L) & -ALIGNMENT;
  }

  private java.nio.ByteBuffer metadata(long bodyBytes) {
    FlatBufferBuilder builder = new FlatBufferBuilder(BUILDER_BYTES);
    RecordBatch.startBuffersVector(builder, parts.size());
    long start = bodyBytes;
    for (int i = parts.size() - 1; i >= 0; i--) { // a vector of structs is written backwards
      start -= paddedBytes(parts.get(i));
      Buffer.createBuffer(builder, start, parts.get(i).readableBytes());
    }
    int buffers = builder.endVector();
    RecordBatch.startNodesVector(builder, nullCounts.size());
    for (int i = nullCounts.size() - 1; i >= 0; i--) {
      FieldNode.createFieldNode(builder, rowCount, nullCounts.get(i));
    }
    int nodes = builder.endVector();
    RecordBatch.startRecordBatch(builder);
    RecordBatch.addLength(builder, rowCount);
    RecordBatch.addNodes(builder, nodes);
    RecordBatch.addBuffers(builder, buffers);
    int batch = RecordBatch.endRecordBatch(builder);
    Message.startMessage(builder);
    Message.addVersion(builder, MetadataVersion.V5);
    Message.addHeaderType(builder, MessageHeader.RecordBatch);
    Message.addHeader(builder, batch);
    Message.addBodyLength(builder, bodyBytes);
    builder.finish(Message.endMessage(builder));
    return builder.dataBuffer();
  }
}
