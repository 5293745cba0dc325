package dev.colonnade.server.sql;

import static java.util.Objects.requireNonNull;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.server.sql.ArrowColumnBuilder.TypedVector;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Builder of Arrow record batches from rows, with the schema of {@link ArrowSchemaMessage}.
 * Single-threaded; reused for each batch of a result.
 */
public final class ArrowBatchBuilder {
  private static final int BUILDER_BYTES = 1024;

  private final ArrowColumnBuilder[] columns;
  private final int rowBytes;
  private int rowCount;
  private long variableBytes;

  public ArrowBatchBuilder(SqlRowDescription description, List<SqlColumn> sqlColumns) {
    requireNonNull(description, "description is null");
    this.columns = new ArrowColumnBuilder[sqlColumns.size()];
    int bytes = 0;
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ArrowColumnBuilder(description.columns().get(i), sqlColumns.get(i));
      bytes += columns[i].widthBytes();
    }
    rowBytes = bytes;
  }

  public int rowCount() {
    return rowCount;
  }

  /** Adds a row, whose values have the Java classes of the columns' types. */
  public void add(@Nullable Object[] row) {
    for (int i = 0; i < columns.length; i++) {
      variableBytes += columns[i].add(rowCount, row[i]);
    }
    rowCount++;
  }

  /** Adds rows of a vector batch, from {@code from} up to {@code to}. */
  public void addAll(VectorBatch rows, List<VectorType> types, int from, int to) {
    for (int i = 0; i < columns.length; i++) {
      TypedVector vector = new TypedVector(rows.column(i), types.get(i));
      variableBytes += columns[i].addAll(rowCount, vector, from, to);
    }
    rowCount += to - from;
  }

  /**
   * Returns the end of the rows of a vector batch that can be added from {@code from} on before
   * this batch reaches {@code bytesMax}; at least {@code from + 1}. Rows with values of unknown
   * length are added one by one.
   */
  public int endWithin(VectorBatch rows, int from, long bytesMax) {
    long left = bytesMax - byteCount();
    List<TextVector> texts = new ArrayList<>();
    long blanks = 0;
    for (int i = 0; i < columns.length; i++) {
      if (rows.column(i) instanceof TextVector text) {
        texts.add(text);
        blanks += columns[i].blanksMax();
      } else if (rows.column(i) instanceof ObjectVector) {
        return from + 1;
      }
    }
    int end = from;
    while (end < rows.rowCount() && left > 0) {
      left -= rowBytes + blanks;
      for (TextVector text : texts) {
        left -= text.length(end);
      }
      end++;
    }
    return Math.max(end, from + 1);
  }

  /** Returns the approximate size of a batch of the added rows, in bytes. */
  public long byteCount() {
    return (long) rowCount * rowBytes + variableBytes;
  }

  /** Returns the first column with a decimal that is NaN, from 0; -1 if there is none. */
  int columnWithNaN() {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].hasNaN()) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the encapsulated message of the added rows, and removes them. */
  public ByteBuf take(ByteBufAllocator allocator, Compression compression) {
    List<ArrowBuffer> parts = new ArrayList<>();
    for (ArrowColumnBuilder column : columns) {
      column.addParts(rowCount, parts);
    }
    if (compression != Compression.NONE) {
      parts.replaceAll(part -> part.compressed(compression));
    }
    long bodyBytes = parts.stream().mapToLong(ArrowBuffer::paddedBytes).sum();
    byte[] metadata = metadata(parts, bodyBytes, compression);
    ByteBuf out = allocator.buffer(metadata.length + Math.toIntExact(bodyBytes));
    out.writeBytes(metadata);
    for (ArrowBuffer part : parts) {
      out.writeBytes(part.bytes(), 0, part.byteCount());
      out.writeZero((int) (part.paddedBytes() - part.byteCount()));
    }
    for (ArrowColumnBuilder column : columns) {
      column.clear();
    }
    rowCount = 0;
    variableBytes = 0;
    return out;
  }

  /**
   * Passes the buffers of the added rows to a receiver, and removes the rows.
   *
   * @param receiver copies the buffers, which change with the next row
   */
  public void drain(ArrowBatchReceiver receiver) {
    for (ArrowColumnBuilder column : columns) {
      List<ArrowBuffer> parts = new ArrayList<>();
      column.addParts(rowCount, parts);
      receiver.column(column.nullCount(), column.hasNaN());
      for (ArrowBuffer part : parts) {
        receiver.buffer(part.bytes(), part.byteCount());
      }
      column.clear();
    }
    rowCount = 0;
    variableBytes = 0;
  }

  private byte[] metadata(List<ArrowBuffer> parts, long bodyBytes, Compression compression) {
    FlatBufferBuilder builder = new FlatBufferBuilder(BUILDER_BYTES);
    int buffers = buffers(builder, parts, bodyBytes);
    int nodes = nodes(builder);
    int bodyCompression = bodyCompression(builder, compression);
    RecordBatch.startRecordBatch(builder);
    RecordBatch.addLength(builder, rowCount);
    RecordBatch.addNodes(builder, nodes);
    RecordBatch.addBuffers(builder, buffers);
    if (bodyCompression != 0) {
      RecordBatch.addCompression(builder, bodyCompression);
    }
    int batch = RecordBatch.endRecordBatch(builder);
    builder.finish(
        ArrowSchemaMessage.message(builder, MessageHeader.RecordBatch, batch, bodyBytes));
    return ArrowSchemaMessage.encapsulated(builder.dataBuffer());
  }

  private static int bodyCompression(FlatBufferBuilder builder, Compression compression) {
    return switch (compression) {
      case NONE -> 0;
      case LZ4 ->
          BodyCompression.createBodyCompression(
              builder, CompressionType.LZ4_FRAME, BodyCompressionMethod.BUFFER);
      case ZSTD ->
          BodyCompression.createBodyCompression(
              builder, CompressionType.ZSTD, BodyCompressionMethod.BUFFER);
    };
  }

  /** Writes the buffer descriptors, from the last to the first as flatbuffers requires. */
  private static int buffers(FlatBufferBuilder builder, List<ArrowBuffer> parts, long bodyBytes) {
    RecordBatch.startBuffersVector(builder, parts.size());
    long start = bodyBytes;
    for (int i = parts.size() - 1; i >= 0; i--) {
      start -= parts.get(i).paddedBytes();
      Buffer.createBuffer(builder, start, parts.get(i).byteCount());
    }
    assert start == 0 : "start=" + start;
    return builder.endVector();
  }

  private int nodes(FlatBufferBuilder builder) {
    RecordBatch.startNodesVector(builder, columns.length);
    for (int i = columns.length - 1; i >= 0; i--) {
      FieldNode.createFieldNode(builder, rowCount, columns[i].nullCount());
    }
    return builder.endVector();
  }
}
