package dev.colonnade.scan.ipc;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.colonnade.scan.column.BatchLayout;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.type.schema.Column;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Metadata of Arrow IPC messages as flatbuffers (Arrow columnar format, version 5): schema,
 * dictionary batch and record batch, each encapsulated in its prefix and padding. Written without
 * the Arrow vector library, whose schemas depend on a JSON library.
 *
 * <pre>
 *   0            4          8                      length + 8
 *   +------------+----------+-- ... --+-- ... ----+
 *   | FF FF FF FF| length   | flat-   | zeros, up |
 *   |            | i32      | buffer  | to 8 bytes|
 *   +------------+----------+-- ... --+-- ... ----+
 * </pre>
 */
final class MessageMetadata {
  private static final int CONTINUATION = -1;
  private static final int PREFIX_BYTES = 8;
  private static final int ALIGNMENT_BYTES = 8;

  private MessageMetadata() {}

  /** Returns the schema message of a stream. */
  static ByteBuffer schema(BatchSchema schema) {
    FlatBufferBuilder out = new FlatBufferBuilder();
    ArrowFieldWriter writer = new ArrowFieldWriter(out);
    List<Column> columns = schema.columns();
    int[] fields = new int[columns.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = writer.write(columns.get(i), schema.valueBits(i));
    }
    int fieldsVector = Schema.createFieldsVector(out, fields);
    int metadata = Schema.createCustomMetadataVector(out, new int[0]);
    Schema.startSchema(out);
    Schema.addEndianness(out, Endianness.Little);
    Schema.addFields(out, fieldsVector);
    Schema.addCustomMetadata(out, metadata);
    return message(out, MessageHeader.Schema, Schema.endSchema(out), 0);
  }

  /**
   * Returns the metadata of a dictionary batch with one column of texts and no NULL.
   *
   * @param bufferBytes content bytes of each buffer of the column, without padding
   */
  static ByteBuffer dictionary(long id, int labelCount, long[] bufferBytes) {
    FlatBufferBuilder out = new FlatBufferBuilder();
    RecordBatch.startNodesVector(out, 1);
    FieldNode.createFieldNode(out, labelCount, 0);
    int nodes = out.endVector();
    int buffers = bufferVector(out, bufferBytes);
    int data = recordBatch(out, labelCount, nodes, buffers, 0);
    DictionaryBatch.startDictionaryBatch(out);
    DictionaryBatch.addId(out, id);
    DictionaryBatch.addData(out, data);
    DictionaryBatch.addIsDelta(out, false);
    int header = DictionaryBatch.endDictionaryBatch(out);
    return message(out, MessageHeader.DictionaryBatch, header, bodyBytes(bufferBytes));
  }

  /**
   * Returns the metadata of a record batch whose buffers are not compressed.
   *
   * @param content the buffers as they are sent
   */
  static ByteBuffer recordBatch(ColumnBatch batch, List<ArrowBuf> content) {
    FlatBufferBuilder out = new FlatBufferBuilder();
    return recordBatch(out, batch, content, nodeVector(out, batch), false, (byte) 0);
  }

  /**
   * Returns the metadata of a record batch whose buffers are compressed one by one.
   *
   * @param content the buffers as they are sent
   * @param codec Arrow's number of the compression
   */
  static ByteBuffer recordBatch(ColumnBatch batch, List<ArrowBuf> content, byte codec) {
    FlatBufferBuilder out = new FlatBufferBuilder();
    return recordBatch(out, batch, content, nodeVector(out, batch), true, codec);
  }

  private static ByteBuffer recordBatch(
      FlatBufferBuilder out,
      ColumnBatch batch,
      List<ArrowBuf> content,
      int nodes,
      boolean isCompressed,
      byte codec) {
    long[] bufferBytes = content.stream().mapToLong(ArrowBuf::readableBytes).toArray();
    int buffers = bufferVector(out, bufferBytes);
    int compression =
        isCompressed
            ? BodyCompression.createBodyCompression(out, codec, BodyCompressionMethod.BUFFER)
            : 0;
    int header = recordBatch(out, batch.rowCount(), nodes, buffers, compression);
    return message(out, MessageHeader.RecordBatch, header, bodyBytes(bufferBytes));
  }

  private static int recordBatch(
      FlatBufferBuilder out, long rowCount, int nodes, int buffers, int compression) {
    RecordBatch.startRecordBatch(out);
    RecordBatch.addLength(out, rowCount);
    RecordBatch.addNodes(out, nodes);
    RecordBatch.addBuffers(out, buffers);
    if (compression != 0) {
      RecordBatch.addCompression(out, compression);
    }
    return RecordBatch.endRecordBatch(out);
  }

  /** Flatbuffers are written from the end: structs of a vector in reverse order. */
  private static int nodeVector(FlatBufferBuilder out, ColumnBatch batch) {
    int columnCount = batch.schema().columns().size();
    RecordBatch.startNodesVector(out, columnCount);
    for (int i = columnCount - 1; i >= 0; i--) {
      FieldNode.createFieldNode(out, batch.rowCount(), batch.nullCount(i));
    }
    return out.endVector();
  }

  private static int bufferVector(FlatBufferBuilder out, long[] bufferBytes) {
    long end = bodyBytes(bufferBytes);
    RecordBatch.startBuffersVector(out, bufferBytes.length);
    for (int i = bufferBytes.length - 1; i >= 0; i--) {
      end -= BatchLayout.padded(bufferBytes[i]);
      Buffer.createBuffer(out, end, bufferBytes[i]);
    }
    return out.endVector();
  }

  private static long bodyBytes(long[] bufferBytes) {
    long bytes = 0;
    for (long buffer : bufferBytes) {
      bytes += BatchLayout.padded(buffer);
    }
    return bytes;
  }

  private static ByteBuffer message(
      FlatBufferBuilder out, byte headerType, int header, long bodyBytes) {
    Message.startMessage(out);
    Message.addHeaderType(out, headerType);
    Message.addHeader(out, header);
    Message.addVersion(out, MetadataVersion.V5);
    Message.addBodyLength(out, bodyBytes);
    out.finish(Message.endMessage(out));
    return encapsulated(out.dataBuffer());
  }

  private static ByteBuffer encapsulated(ByteBuffer metadata) {
    int length = (metadata.remaining() + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    return ByteBuffer.allocate(PREFIX_BYTES + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(CONTINUATION)
        .putInt(length)
        .put(metadata)
        .clear();
  }
}
