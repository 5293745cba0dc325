package dev.colonnade.client.arrow;

import dev.colonnade.client.page.Decompressor;
import dev.colonnade.protocol.result.Compression;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;

/** Arrow compression codecs that use the decompressor of the client. */
final class BufferCodecs {
  static final CompressionCodec.Factory FACTORY =
      new CompressionCodec.Factory() {
        @Override
        public CompressionCodec createCodec(CompressionUtil.CodecType type) {
          return codec(type);
        }

        @Override
        public CompressionCodec createCodec(CompressionUtil.CodecType type, int level) {
          return codec(type);
        }
      };

  private BufferCodecs() {}

  private static CompressionCodec codec(CompressionUtil.CodecType type) {
    return switch (type) {
      case LZ4_FRAME -> new Codec(type, Compression.LZ4);
      case ZSTD -> new Codec(type, Compression.ZSTD);
      case NO_COMPRESSION -> NoCompressionCodec.INSTANCE;
    };
  }

  private static final class Codec implements CompressionCodec {
    private final CompressionUtil.CodecType type;
    private final Compression compression;

    Codec(CompressionUtil.CodecType type, Compression compression) {
      this.type = type;
      this.compression = compression;
    }

    @Override
    public ArrowBuf compress(BufferAllocator allocator, ArrowBuf uncompressed) {
      throw new UnsupportedOperationException("a client reads: type=" + type);
    }

    /** Consumes the reference of {@code compressed}, like Arrow's own codecs. */
    @Override
    public ArrowBuf decompress(BufferAllocator allocator, ArrowBuf compressed) {
      try {
        ByteBuffer stored = compressed.nioBuffer(0, Math.toIntExact(compressed.readableBytes()));
        ByteBuffer content = Decompressor.decompress(compression, stored);
        ArrowBuf target = allocator.buffer(content.remaining());
        target.setBytes(0, content, content.position(), content.remaining());
        target.writerIndex(content.remaining());
        return target;
      } finally {
        compressed.close();
      }
    }

    @Override
    public CompressionUtil.CodecType getCodecType() {
      return type;
    }
  }
}
