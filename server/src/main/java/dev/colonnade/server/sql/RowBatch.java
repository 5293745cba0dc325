package dev.colonnade.server.sql;

import static java.util.Objects.requireNonNull;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.colonnade.protocol.sql.SqlShape;
import dev.colonnade.sql.function.TextForm;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.TypeKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Collects rows and makes Arrow record batches of them, in columns as {@link SchemaMessage} says.
 * One thread; used again for each batch of a result.
 */
public final class RowBatch {
  private static final int ALIGNMENT = 8;
  private static final int BUILDER_BYTES = 1024;

  private final ColumnBuilder[] columns;
  private final int rowBytes;
  private int rowCount;
  private long variableBytes;

  public RowBatch(SqlShape shape, List<SqlColumn> sqlColumns) {
    requireNonNull(shape, "shape is null");
    this.columns = new ColumnBuilder[sqlColumns.size()];
    int bytes = 0;
    for (int i = 0; i < columns.length; i++) {
      TypeKind kind = sqlColumns.get(i).type().kind();
      columns[i] = new ColumnBuilder(shape.columns().get(i), value -> TextForm.of(kind, value));
      bytes += columns[i].widthBytes();
    }
    rowBytes = bytes;
  }

  public int rowCount() {
    return rowCount;
  }

  /** Adds a row, values of the Java classes of the columns' types. */
  public void add(@Nullable Object[] row) {
    for (int i = 0; i < columns.length; i++) {
      variableBytes += columns[i].add(rowCount, row[i]);
    }
    rowCount++;
  }

  /** About how many bytes a batch of what has been added has. */
  public long byteCount() {
    return (long) rowCount * rowBytes + variableBytes;
  }

  /** The encapsulated message of what has been added, which is forgotten. */
  public ByteBuf take(ByteBufAllocator allocator) {
    byte[] metadata = metadata();
    ByteBuf out = allocator.buffer(metadata.length + Math.toIntExact(bodyBytes()));
    out.writeBytes(metadata);
    for (ColumnBuilder column : columns) {
      write(column.validity(), column.validityBytes(rowCount), out);
      write(column.values(), column.valuesBytes(rowCount), out);
      if (column.isVariable()) {
        write(column.content(), column.contentBytes(), out);
      }
      column.clear();
    }
    rowCount = 0;
    variableBytes = 0;
    return out;
  }

  private byte[] metadata() {
    FlatBufferBuilder builder = new FlatBufferBuilder(BUILDER_BYTES);
    int buffers = buffers(builder);
    int nodes = nodes(builder);
    RecordBatch.startRecordBatch(builder);
    RecordBatch.addLength(builder, rowCount);
    RecordBatch.addNodes(builder, nodes);
    RecordBatch.addBuffers(builder, buffers);
    int batch = RecordBatch.endRecordBatch(builder);
    builder.finish(SchemaMessage.message(builder, MessageHeader.RecordBatch, batch, bodyBytes()));
    return SchemaMessage.encapsulated(builder.dataBuffer());
  }

  /** Structs of a vector are written from its end. */
  private int buffers(FlatBufferBuilder builder) {
    int count = 0;
    for (ColumnBuilder column : columns) {
      count += column.isVariable() ? 3 : 2;
    }
    RecordBatch.startBuffersVector(builder, count);
    long end = bodyBytes();
    for (int i = columns.length - 1; i >= 0; i--) {
      ColumnBuilder column = columns[i];
      if (column.isVariable()) {
        end = buffer(builder, end, column.contentBytes());
      }
      end = buffer(builder, end, column.valuesBytes(rowCount));
      end = buffer(builder, end, column.validityBytes(rowCount));
    }
    assert end == 0 : "end=" + end;
    return builder.endVector();
  }

  private static long buffer(FlatBufferBuilder builder, long end, int byteCount) {
    long start = end - padded(byteCount);
    Buffer.createBuffer(builder, start, byteCount);
    return start;
  }

  private int nodes(FlatBufferBuilder builder) {
    RecordBatch.startNodesVector(builder, columns.length);
    for (int i = columns.length - 1; i >= 0; i--) {
      FieldNode.createFieldNode(builder, rowCount, columns[i].nullCount());
    }
    return builder.endVector();
  }

  private long bodyBytes() {
    long bytes = 0;
    for (ColumnBuilder column : columns) {
      bytes += padded(column.validityBytes(rowCount)) + padded(column.valuesBytes(rowCount));
      bytes += column.isVariable() ? padded(column.contentBytes()) : 0;
    }
    return bytes;
  }

  private static void write(byte[] bytes, int byteCount, ByteBuf out) {
    out.writeBytes(bytes, 0, byteCount);
    out.writeZero((int) (padded(byteCount) - byteCount));
  }

  private static long padded(int byteCount) {
    return (byteCount + ALIGNMENT - 1L) & -ALIGNMENT;
  }
}
