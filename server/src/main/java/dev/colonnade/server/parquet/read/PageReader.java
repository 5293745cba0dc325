package dev.colonnade.server.parquet.read;

import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.ThriftReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Reader of the pages of a column chunk, one after the other. One thread. */
final class PageReader {
  private static final int FIRST_HEADER_BYTES = 1024;
  private static final int HEADER_BYTES_MAX = 16 << 20;

  private final FileInput file;
  private final ReadMemory memory;
  private final ChunkPlace chunk;
  private long position;
  private long reserved;

  /**
   * Page that is read.
   *
   * @param content decompressed, little-endian
   */
  record Page(PageHeader header, ByteBuffer content) {}

  PageReader(FileInput file, ReadMemory memory, ChunkPlace chunk) {
    this.file = file;
    this.memory = memory;
    this.chunk = chunk;
    this.position = chunk.start();
  }

  /**
   * Returns the next page of values or of a dictionary, null after the last one. The memory of a
   * page of values is that of the page before.
   */
  @Nullable Page next() {
    while (end() > position) {
      PageHeader header = readHeader();
      if (header.bytes() > end() - position) {
        throw ParquetErrors.malformed("a page is longer than its column chunk");
      }
      if (header.type() != PageHeader.Type.OTHER) {
        return read(header);
      }
      position += header.bytes();
    }
    return null;
  }

  private long end() {
    return chunk.start() + chunk.bytes();
  }

  private PageHeader readHeader() {
    long left = end() - position;
    for (int length = FIRST_HEADER_BYTES; ; length *= 2) {
      byte[] bytes = new byte[(int) Math.min(length, left)];
      file.read(position, bytes);
      ThriftReader in = new ThriftReader(bytes, bytes.length);
      try {
        PageHeader header = PageHeader.read(in);
        position += in.position();
        return header;
      } catch (ThriftReader.EndException e) {
        if (length >= left || length >= HEADER_BYTES_MAX) {
          throw e;
        }
      }
    }
  }

  private Page read(PageHeader header) {
    boolean isDictionary = header.type() == PageHeader.Type.DICTIONARY;
    long needed = (long) header.bytes() + header.plainBytes();
    memory.release(isDictionary ? 0 : reserved);
    reserved = isDictionary ? reserved : 0;
    memory.reserve(needed);
    byte[] bytes = new byte[header.bytes()];
    file.read(position, bytes);
    position += bytes.length;
    if (header.hasChecksum()) {
      requireChecksum(header, bytes);
    }
    byte[] content = decompressed(header, bytes);
    memory.release(needed - content.length);
    if (!isDictionary) {
      reserved = content.length;
    }
    return new Page(header, ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN));
  }

  private static void requireChecksum(PageHeader header, byte[] bytes) {
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    if ((int) checksum.getValue() != header.checksum()) {
      throw ParquetErrors.malformed("a page has another checksum than its header states");
    }
  }

  private byte[] decompressed(PageHeader header, byte[] bytes) {
    if (header.type() != PageHeader.Type.DATA_V2) {
      byte[] content = new byte[header.plainBytes()];
      PageCodec.of(chunk.codec()).decompress(bytes, 0, content, 0);
      return content;
    }
    long levelBytes = (long) header.definitionBytes() + header.repetitionBytes();
    if (levelBytes > bytes.length || levelBytes > header.plainBytes()) {
      throw ParquetErrors.malformed("the levels of a page are longer than the page");
    }
    byte[] content = new byte[header.plainBytes()];
    int levels = (int) levelBytes;
    System.arraycopy(bytes, 0, content, 0, levels);
    PageCodec codec = header.isCompressed() ? PageCodec.of(chunk.codec()) : PageCodec.NONE;
    if (content.length > levels || bytes.length > levels) {
      codec.decompress(bytes, levels, content, levels);
    }
    return content;
  }

  /** Frees the memory of the last page. */
  void close() {
    memory.release(reserved);
    reserved = 0;
  }
}
