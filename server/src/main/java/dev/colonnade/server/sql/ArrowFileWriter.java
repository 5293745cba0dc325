package dev.colonnade.server.sql;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.server.sql.file.FileRowWriter;
import dev.colonnade.sql.statement.SqlColumn;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.jspecify.annotations.Nullable;

/**
 * Writer of rows as an Arrow IPC stream, or as an IPC file, which has the same messages between its
 * magic bytes and a footer with their positions. One thread.
 */
public final class ArrowFileWriter implements FileRowWriter {
  private static final byte[] MAGIC = "ARROW1".getBytes(US_ASCII);
  private static final int MAGIC_PADDED_BYTES = 8;

  /** Bytes before the metadata of a message: the continuation marker and the length. */
  private static final int PREFIX_BYTES = 8;

  private static final int CONTINUATION = -1;
  private static final int BATCH_ROWS_MAX = 65_536;
  private static final int BATCH_BYTES_MAX = 1 << 20;
  private static final int FOOTER_BYTES = 4096;

  private final SqlRowDescription description;
  private final ArrowBatchBuilder batch;
  private final boolean isFile;
  private final List<Message> messages = new ArrayList<>();
  private long position;

  /** Place of a record batch in the file. */
  private record Message(long start, int metadataBytes, long bodyBytes) {}

  /**
   * Creates a writer.
   *
   * @param columns at least one
   * @param isFile whether to write a file instead of a stream
   */
  public ArrowFileWriter(List<SqlColumn> columns, boolean isFile) {
    if (columns.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "rows without columns cannot be written in the format arrow");
    }
    this.description = SqlTranslator.description(columns);
    this.batch = new ArrowBatchBuilder(description, columns);
    this.isFile = isFile;
  }

  /** Appends the schema. */
  @Override
  public void writeStart(ByteBuf out) {
    int start = out.writerIndex();
    if (isFile) {
      out.writeBytes(MAGIC).writeZero(MAGIC_PADDED_BYTES - MAGIC.length);
    }
    out.writeBytes(description.arrowSchema().toArray());
    position += out.writerIndex() - start;
  }

  /** Adds a row, and appends a record batch if the rows are enough for one. */
  @Override
  public void writeRow(ByteBuf out, @Nullable Object[] row) {
    batch.add(row);
    if (batch.rowCount() == BATCH_ROWS_MAX || batch.byteCount() >= BATCH_BYTES_MAX) {
      writeBatch(out);
    }
  }

  private void writeBatch(ByteBuf out) {
    int column = batch.columnWithNaN();
    if (column >= 0) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "a decimal of Arrow cannot be NaN: cast column \"%s\" to double precision or text"
              .formatted(description.columns().get(column).name()));
    }
    ByteBuf message = batch.take(UnpooledByteBufAllocator.DEFAULT, Compression.NONE);
    try {
      int metadataBytes = PREFIX_BYTES + message.getIntLE(Integer.BYTES);
      int byteCount = message.readableBytes();
      messages.add(new Message(position, metadataBytes, byteCount - metadataBytes));
      out.writeBytes(message);
      position += byteCount;
    } finally {
      message.release();
    }
  }

  /** Appends the last record batch and the end. */
  @Override
  public void writeEnd(ByteBuf out) {
    if (batch.rowCount() > 0) {
      writeBatch(out);
    }
    out.writeIntLE(CONTINUATION).writeIntLE(0);
    if (isFile) {
      int start = out.writerIndex();
      out.writeBytes(footer());
      out.writeIntLE(out.writerIndex() - start).writeBytes(MAGIC);
    }
  }

  private byte[] footer() {
    FlatBufferBuilder builder = new FlatBufferBuilder(FOOTER_BYTES);
    int schema = ArrowSchemaMessage.schema(builder, description.columns());
    Footer.startDictionariesVector(builder, 0);
    int dictionaries = builder.endVector();
    Footer.startRecordBatchesVector(builder, messages.size());
    for (Message message : messages.reversed()) {
      Block.createBlock(builder, message.start(), message.metadataBytes(), message.bodyBytes());
    }
    int batches = builder.endVector();
    Footer.startFooter(builder);
    Footer.addVersion(builder, MetadataVersion.V5);
    Footer.addSchema(builder, schema);
    Footer.addDictionaries(builder, dictionaries);
    Footer.addRecordBatches(builder, batches);
    builder.finish(Footer.endFooter(builder));
    return builder.sizedByteArray();
  }
}
