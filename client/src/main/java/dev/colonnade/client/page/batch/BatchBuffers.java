package dev.colonnade.client.page.batch;

import dev.colonnade.client.page.Decompressor;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.Compression;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * Buffers of a record batch, each of which is checked to be within the body when it is accessed.
 */
final class BatchBuffers {
  private final RecordBatch batch;
  private final ByteBuffer body;
  private final Compression compression;
  private final int rowCount;

  BatchBuffers(RecordBatch batch, ByteBuffer body, int rowCount) {
    this.batch = batch;
    this.body = body;
    this.rowCount = rowCount;
    this.compression = compressionOf(batch);
    if (batch.length() != rowCount) {
      throw ProtocolException.malformed(
          "batch has another number of rows: expected=" + rowCount + " actual=" + batch.length());
    }
  }

  int rowCount() {
    return rowCount;
  }

  void requireCounts(int nodeCount, int bufferCount) {
    if (batch.nodesLength() != nodeCount || batch.buffersLength() != bufferCount) {
      throw ProtocolException.malformed(
          "batch does not match its schema: nodes="
              + batch.nodesLength()
              + " expectedNodes="
              + nodeCount
              + " buffers="
              + batch.buffersLength()
              + " expectedBuffers="
              + bufferCount);
    }
  }

  boolean hasNulls(int node) {
    FieldNode field = batch.nodes(node);
    if (field.length() != rowCount) {
      throw ProtocolException.malformed(
          "column has another number of rows: node=" + node + " length=" + field.length());
    }
    return field.nullCount() != 0;
  }

  /**
   * Returns the content of a buffer.
   *
   * @return little-endian, from 0 to its limit, at least {@code bytesMin} bytes long
   */
  ByteBuffer buffer(int index, long bytesMin) {
    Buffer place = batch.buffers(index);
    long offset = place.offset();
    long length = place.length();
    if (offset < 0 || length < 0 || offset > body.limit() || length > body.limit() - offset) {
      throw ProtocolException.malformed(
          "buffer exceeds the body: index="
              + index
              + " offset="
              + offset
              + " length="
              + length
              + " bodyLength="
              + body.limit());
    }
    ByteBuffer stored = body.slice((int) offset, (int) length).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer content = Decompressor.decompress(compression, stored);
    if (content.limit() < bytesMin) {
      throw ProtocolException.malformed(
          "buffer is too short: index="
              + index
              + " length="
              + content.limit()
              + " needed="
              + bytesMin);
    }
    return content;
  }

  private static Compression compressionOf(RecordBatch batch) {
    BodyCompression compression = batch.compression();
    if (compression == null) {
      return Compression.NONE;
    }
    if (compression.method() == BodyCompressionMethod.BUFFER) {
      if (compression.codec() == CompressionType.LZ4_FRAME) {
        return Compression.LZ4;
      }
      if (compression.codec() == CompressionType.ZSTD) {
        return Compression.ZSTD;
      }
    }
    throw ProtocolException.malformed(
        "compression is unknown: method=" + compression.method() + " codec=" + compression.codec());
  }
}
