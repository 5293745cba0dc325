package dev.colonnade.server.parquet.write;

import com.github.luben.zstd.Zstd;
import dev.colonnade.server.parquet.format.PageEncoding;
import dev.colonnade.server.parquet.format.ThriftWriter;
import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32;

/** Writer of pages: a header in Thrift's protocol, and the compressed content. */
final class PageHeaders {
  private static final int TYPE = 1;
  private static final int PLAIN_BYTES = 2;
  private static final int COMPRESSED_BYTES = 3;
  private static final int CHECKSUM = 4;
  private static final int DATA_HEADER = 5;
  private static final int DICTIONARY_HEADER = 7;

  private static final int DATA_PAGE = 0;
  private static final int DICTIONARY_PAGE = 2;

  private static final int VALUE_COUNT = 1;
  private static final int ENCODING = 2;
  private static final int DEFINITION_ENCODING = 3;
  private static final int REPETITION_ENCODING = 4;

  /** Level of Zstandard: the fastest positive one. */
  private static final int LEVEL = 1;

  private PageHeaders() {}

  /**
   * Appends a page of values.
   *
   * @param valueCount number of values, with NULLs
   * @return the bytes of the page if it were not compressed
   */
  static int writeData(ByteBuf out, ByteBuf content, int valueCount, PageEncoding encoding) {
    ThriftWriter header = new ThriftWriter();
    header.writeInt(TYPE, DATA_PAGE);
    byte[] compressed = writeSizes(header, content);
    header.beginStruct(DATA_HEADER);
    header.writeInt(VALUE_COUNT, valueCount);
    header.writeInt(ENCODING, encoding.number());
    header.writeInt(DEFINITION_ENCODING, PageEncoding.RLE.number());
    header.writeInt(REPETITION_ENCODING, PageEncoding.RLE.number());
    header.endStruct();
    return write(out, header, content, compressed);
  }

  /**
   * Appends the page of a dictionary.
   *
   * @return the bytes of the page if it were not compressed
   */
  static int writeDictionary(ByteBuf out, ValueDictionary dictionary) {
    ByteBuf content = dictionary.bytes();
    ThriftWriter header = new ThriftWriter();
    header.writeInt(TYPE, DICTIONARY_PAGE);
    byte[] compressed = writeSizes(header, content);
    header.beginStruct(DICTIONARY_HEADER);
    header.writeInt(VALUE_COUNT, dictionary.size());
    header.writeInt(ENCODING, PageEncoding.PLAIN.number());
    header.endStruct();
    return write(out, header, content, compressed);
  }

  private static byte[] writeSizes(ThriftWriter header, ByteBuf content) {
    byte[] compressed = compressed(content);
    CRC32 checksum = new CRC32();
    checksum.update(compressed);
    header.writeInt(PLAIN_BYTES, content.readableBytes());
    header.writeInt(COMPRESSED_BYTES, compressed.length);
    header.writeInt(CHECKSUM, (int) checksum.getValue());
    return compressed;
  }

  private static byte[] compressed(ByteBuf content) {
    int from = content.arrayOffset() + content.readerIndex();
    int length = content.readableBytes();
    byte[] target = new byte[Math.toIntExact(Zstd.compressBound(length))];
    long size =
        Zstd.compressByteArray(target, 0, target.length, content.array(), from, length, LEVEL);
    if (Zstd.isError(size)) {
      throw new IllegalStateException("zstd failed: error=" + Zstd.getErrorName(size));
    }
    return java.util.Arrays.copyOf(target, (int) size);
  }

  private static int write(ByteBuf out, ThriftWriter header, ByteBuf content, byte[] compressed) {
    header.endStruct();
    byte[] bytes = header.toByteArray();
    out.writeBytes(bytes).writeBytes(compressed);
    return bytes.length + content.readableBytes();
  }
}
