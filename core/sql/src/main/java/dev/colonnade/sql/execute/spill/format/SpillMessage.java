package dev.colonnade.sql.execute.spill.format;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * Metadata of a record batch message. The custom metadata lists the columns whose values are
 * encoded as objects although their type has the form of longs.
 *
 * <pre>
 *   0            4          8                      length + 8
 *   +------------+----------+-- ... --+-- ... ----+-- ... --+
 *   | FF FF FF FF| length   | flat-   | zeros, up | body    |
 *   |            | i32      | buffer  | to 8 bytes|         |
 *   +------------+----------+-- ... --+-- ... ----+-- ... --+
 * </pre>
 */
final class SpillMessage {
  /** Bytes of the continuation marker and the length. */
  static final int PREFIX_BYTES = 8;

  private static final int CONTINUATION = -1;
  private static final String OBJECT_COLUMNS = "objects";

  private SpillMessage() {}

  /**
   * Contents of the metadata.
   *
   * @param nullCounts of each column
   * @param bufferStarts offsets of the buffers in the body
   * @param bufferLengths lengths of the buffers, without padding
   */
  record Layout(
      int rowCount,
      int[] nullCounts,
      long[] bufferStarts,
      long[] bufferLengths,
      boolean[] isObject,
      long bodyBytes) {}

  /** Adds the metadata with its prefix and padding to {@code out}. */
  static void write(Layout layout, ByteSink out) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int nodes = nodes(layout, builder);
    int buffers = buffers(layout, builder);
    int compression =
        BodyCompression.createBodyCompression(
            builder, CompressionType.LZ4_FRAME, BodyCompressionMethod.BUFFER);
    RecordBatch.startRecordBatch(builder);
    RecordBatch.addLength(builder, layout.rowCount);
    RecordBatch.addNodes(builder, nodes);
    RecordBatch.addBuffers(builder, buffers);
    RecordBatch.addCompression(builder, compression);
    int batch = RecordBatch.endRecordBatch(builder);
    int custom = customMetadata(layout.isObject, builder);
    Message.startMessage(builder);
    Message.addHeaderType(builder, MessageHeader.RecordBatch);
    Message.addHeader(builder, batch);
    Message.addVersion(builder, MetadataVersion.V5);
    Message.addBodyLength(builder, layout.bodyBytes);
    if (custom != 0) {
      Message.addCustomMetadata(builder, custom);
    }
    builder.finish(Message.endMessage(builder));
    ByteBuffer bytes = builder.dataBuffer();
    out.putInt(CONTINUATION);
    out.putInt(bytes.remaining() + Long.BYTES - 1 & -Long.BYTES);
    out.putBytes(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    out.pad();
  }

  /** Flatbuffers are written from the end: structs of a vector in reverse order. */
  private static int nodes(Layout layout, FlatBufferBuilder builder) {
    RecordBatch.startNodesVector(builder, layout.nullCounts.length);
    for (int i = layout.nullCounts.length - 1; i >= 0; i--) {
      FieldNode.createFieldNode(builder, layout.rowCount, layout.nullCounts[i]);
    }
    return builder.endVector();
  }

  private static int buffers(Layout layout, FlatBufferBuilder builder) {
    RecordBatch.startBuffersVector(builder, layout.bufferStarts.length);
    for (int i = layout.bufferStarts.length - 1; i >= 0; i--) {
      Buffer.createBuffer(builder, layout.bufferStarts[i], layout.bufferLengths[i]);
    }
    return builder.endVector();
  }

  private static int customMetadata(boolean[] isObject, FlatBufferBuilder builder) {
    StringBuilder columns = new StringBuilder();
    for (int i = 0; i < isObject.length; i++) {
      if (isObject[i]) {
        columns.append(columns.isEmpty() ? "" : ",").append(i);
      }
    }
    if (columns.isEmpty()) {
      return 0;
    }
    int key = builder.createString(OBJECT_COLUMNS);
    int value = builder.createString(columns);
    return Message.createCustomMetadataVector(
        builder, new int[] {KeyValue.createKeyValue(builder, key, value)});
  }

  /** Returns the length of the metadata after its prefix; -1 if the bytes are no prefix. */
  static int length(byte[] prefix) {
    return ByteSink.intAt(prefix, 0) == CONTINUATION ? ByteSink.intAt(prefix, Integer.BYTES) : -1;
  }

  /** Returns the contents of metadata. */
  static Layout read(byte[] metadata, int length, int columnCount) {
    ByteBuffer bytes = ByteBuffer.wrap(metadata, 0, length).slice().order(ByteOrder.LITTLE_ENDIAN);
    Message message = Message.getRootAsMessage(bytes);
    RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
    int[] nullCounts = new int[batch.nodesLength()];
    for (int i = 0; i < nullCounts.length; i++) {
      nullCounts[i] = Math.toIntExact(batch.nodes(i).nullCount());
    }
    long[] starts = new long[batch.buffersLength()];
    long[] lengths = new long[starts.length];
    for (int i = 0; i < starts.length; i++) {
      Buffer buffer = batch.buffers(i);
      starts[i] = buffer.offset();
      lengths[i] = buffer.length();
    }
    int rowCount = Math.toIntExact(batch.length());
    boolean[] isObject = objectColumns(message, columnCount);
    return new Layout(rowCount, nullCounts, starts, lengths, isObject, message.bodyLength());
  }

  private static boolean[] objectColumns(Message message, int columnCount) {
    boolean[] isObject = new boolean[columnCount];
    for (int i = 0; i < message.customMetadataLength(); i++) {
      KeyValue entry = message.customMetadata(i);
      if (OBJECT_COLUMNS.equals(entry.key())) {
        for (String column : entry.value().split(",", -1)) {
          isObject[Integer.parseInt(column)] = true;
        }
      }
    }
    return isObject;
  }
}
