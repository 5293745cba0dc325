package dev.colonnade.client.page;

import com.github.luben.zstd.Zstd;
import com.google.flatbuffers.FlatBufferBuilder;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;
import org.jspecify.annotations.Nullable;

/** Independent encoder of Arrow messages, which uses only the flatbuffer classes. */
public final class ArrowMessages {
  private ArrowMessages() {}

  /**
   * Returns a Schema message and its dictionaries. The dictionary id of an enum is the column id.
   */
  public static byte[] schema(List<ResultColumn> columns) {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int[] fields = columns.stream().mapToInt(column -> field(builder, column)).toArray();
    int schema =
        Schema.createSchema(
            builder, Endianness.Little, Schema.createFieldsVector(builder, fields), 0, 0);
    write(messages, message(builder, MessageHeader.Schema, schema, 0), new byte[0]);
    for (ResultColumn column : columns) {
      if (column.type().kind() == WireKind.ENUM) {
        writeDictionary(messages, column);
      }
    }
    return messages.toByteArray();
  }

  /** Returns a RecordBatch message of rows by column name. */
  public static byte[] batch(
      List<ResultColumn> columns,
      List<Map<String, @Nullable Object>> rows,
      Compression compression) {
    Body body = new Body(compression);
    for (ResultColumn column : columns) {
      ArrowBuffers.add(
          body,
          column,
          rows.stream().<@Nullable Object>map(row -> row.get(column.name())).toList(),
          rows.size());
    }
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int batch = body.writeRecordBatch(builder, rows.size());
    byte[] bytes = body.bytes();
    write(message, message(builder, MessageHeader.RecordBatch, batch, bytes.length), bytes);
    return message.toByteArray();
  }

  private static void writeDictionary(ByteArrayOutputStream messages, ResultColumn column) {
    Body body = new Body(Compression.NONE);
    List<WireEnumLabel> labels = column.type().labels();
    ResultColumn texts = new ResultColumn(0, "labels", WireType.TEXT, false);
    ArrowBuffers.add(
        body,
        texts,
        labels.stream().<@Nullable Object>map(WireEnumLabel::label).toList(),
        labels.size());
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int batch = body.writeRecordBatch(builder, labels.size());
    int dictionary =
        DictionaryBatch.createDictionaryBatch(builder, column.columnId(), batch, false);
    byte[] bytes = body.bytes();
    write(
        messages, message(builder, MessageHeader.DictionaryBatch, dictionary, bytes.length), bytes);
  }

  private static ByteBuffer message(
      FlatBufferBuilder builder, byte headerType, int header, long bodyLength) {
    builder.finish(
        Message.createMessage(builder, MetadataVersion.V5, headerType, header, bodyLength, 0));
    return builder.dataBuffer();
  }

  private static void write(ByteArrayOutputStream out, ByteBuffer metadata, byte[] body) {
    int padded = (metadata.remaining() + 7) & ~7;
    ByteBuffer prefix = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    prefix.putInt(-1).putInt(padded);
    byte[] padding = new byte[padded - metadata.remaining()];
    byte[] content = new byte[metadata.remaining()];
    metadata.get(content);
    out.writeBytes(prefix.array());
    out.writeBytes(content);
    out.writeBytes(padding);
    out.writeBytes(body);
  }

  private static int field(FlatBufferBuilder builder, ResultColumn column) {
    int name = builder.createString(column.name());
    int children = Field.createChildrenVector(builder, new int[0]);
    int dictionary = 0;
    if (column.type().kind() == WireKind.ENUM) {
      int index = Int.createInt(builder, Short.SIZE, true);
      dictionary =
          DictionaryEncoding.createDictionaryEncoding(
              builder, column.columnId(), index, false, DictionaryKind.DenseArray);
    }
    int type = type(builder, column.type());
    return Field.createField(
        builder, name, column.nullable(), typeType(column.type()), type, dictionary, children, 0);
  }

  private static int type(FlatBufferBuilder builder, WireType type) {
    return switch (type.kind()) {
      case BOOLEAN -> {
        Bool.startBool(builder);
        yield Bool.endBool(builder);
      }
      case SMALLINT -> Int.createInt(builder, Short.SIZE, true);
      case INTEGER -> Int.createInt(builder, Integer.SIZE, true);
      case BIGINT -> Int.createInt(builder, Long.SIZE, true);
      case REAL -> FloatingPoint.createFloatingPoint(builder, Precision.SINGLE);
      case DOUBLE -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
      case NUMERIC -> Decimal.createDecimal(builder, type.precision(), type.scale(), 128);
      case DATE -> Date.createDate(builder, DateUnit.DAY);
      case TIME -> Time.createTime(builder, TimeUnit.MICROSECOND, Long.SIZE);
      case TIMESTAMP -> Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, 0);
      case TIMESTAMPTZ ->
          Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, builder.createString("UTC"));
      case UUID -> FixedSizeBinary.createFixedSizeBinary(builder, 16);
      case TEXT, VARCHAR, CHAR, BYTEA, ENUM -> {
        Utf8.startUtf8(builder);
        yield Utf8.endUtf8(builder);
      }
    };
  }

  private static byte typeType(WireType type) {
    return switch (type.kind()) {
      case BOOLEAN -> Type.Bool;
      case SMALLINT, INTEGER, BIGINT -> Type.Int;
      case REAL, DOUBLE -> Type.FloatingPoint;
      case NUMERIC -> Type.Decimal;
      case DATE -> Type.Date;
      case TIME -> Type.Time;
      case TIMESTAMP, TIMESTAMPTZ -> Type.Timestamp;
      case UUID -> Type.FixedSizeBinary;
      case BYTEA -> Type.Binary;
      case TEXT, VARCHAR, CHAR, ENUM -> Type.Utf8;
    };
  }

  /** Body of a batch and its metadata. */
  static final class Body {
    private final Compression compression;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ArrayList<long[]> nodes = new ArrayList<>();
    private final ArrayList<long[]> buffers = new ArrayList<>();

    Body(Compression compression) {
      this.compression = compression;
    }

    void addNode(long length, long nullCount) {
      nodes.add(new long[] {length, nullCount});
    }

    void addBuffer(byte[] content) {
      byte[] stored = content.length == 0 ? content : compress(content);
      buffers.add(new long[] {bytes.size(), stored.length});
      bytes.writeBytes(stored);
      bytes.writeBytes(new byte[(8 - stored.length % 8) % 8]);
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }

    int writeRecordBatch(FlatBufferBuilder builder, int rowCount) {
      int compressed = 0;
      if (compression != Compression.NONE) {
        byte codec =
            compression == Compression.LZ4 ? CompressionType.LZ4_FRAME : CompressionType.ZSTD;
        compressed =
            BodyCompression.createBodyCompression(builder, codec, BodyCompressionMethod.BUFFER);
      }
      RecordBatch.startNodesVector(builder, nodes.size());
      for (int i = nodes.size() - 1; i >= 0; i--) {
        FieldNode.createFieldNode(builder, nodes.get(i)[0], nodes.get(i)[1]);
      }
      int nodeVector = builder.endVector();
      RecordBatch.startBuffersVector(builder, buffers.size());
      for (int i = buffers.size() - 1; i >= 0; i--) {
        Buffer.createBuffer(builder, buffers.get(i)[0], buffers.get(i)[1]);
      }
      int bufferVector = builder.endVector();
      return RecordBatch.createRecordBatch(
          builder, rowCount, nodeVector, bufferVector, compressed, 0);
    }

    private byte[] compress(byte[] content) {
      return compression == Compression.NONE ? content : compressBuffer(compression, content);
    }
  }

  /** Returns an i64 length followed by the compressed bytes. */
  public static byte[] compressBuffer(Compression compression, byte[] content) {
    byte[] compressed =
        switch (compression) {
          case LZ4 -> lz4(content);
          case ZSTD -> Zstd.compress(content);
          case NONE -> throw new AssertionError("compression=" + compression);
        };
    return ByteBuffer.allocate(Long.BYTES + compressed.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(content.length)
        .put(compressed)
        .array();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] lz4(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (var frames = new LZ4FrameOutputStream(out)) {
      frames.write(content);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }
}
