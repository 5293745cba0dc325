package dev.colonnade.server.parquet.read;

import com.github.luben.zstd.Zstd;
import dev.colonnade.server.parquet.format.ParquetErrors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/** Compressions of pages that can be read. */
enum PageCodec {
  NONE {
    @Override
    int tryDecompress(byte[] from, int start, byte[] to, int toStart) {
      int length = from.length - start;
      if (length != to.length - toStart) {
        return -1;
      }
      System.arraycopy(from, start, to, toStart, length);
      return length;
    }
  },
  SNAPPY {
    @Override
    int tryDecompress(byte[] from, int start, byte[] to, int toStart) {
      return SnappyDecoder.decode(from, start, to, toStart);
    }
  },
  GZIP {
    @Override
    int tryDecompress(byte[] from, int start, byte[] to, int toStart) throws IOException {
      int length = from.length - start;
      try (GZIPInputStream in =
          new GZIPInputStream(new ByteArrayInputStream(from, start, length))) {
        int count = in.readNBytes(to, toStart, to.length - toStart);
        return in.read() < 0 ? count : -1;
      }
    }
  },
  ZSTD {
    @Override
    int tryDecompress(byte[] from, int start, byte[] to, int toStart) {
      int length = from.length - start;
      long count = Zstd.decompressByteArray(to, toStart, to.length - toStart, from, start, length);
      return Zstd.isError(count) ? -1 : (int) count;
    }
  },
  LZ4 {
    @Override
    int tryDecompress(byte[] from, int start, byte[] to, int toStart) {
      return LZ4Factory.fastestInstance()
          .safeDecompressor()
          .decompress(from, start, from.length - start, to, toStart);
    }
  };

  /** Returns the compression with a number. */
  static PageCodec of(int number) {
    return switch (number) {
      case 0 -> NONE;
      case 1 -> SNAPPY;
      case 2 -> GZIP;
      case 6 -> ZSTD;
      case 7 -> LZ4;
      case 3 -> throw unsupported("LZO");
      case 4 -> throw unsupported("Brotli");
      case 5 -> throw unsupported("LZ4 in Hadoop's frames");
      default -> throw ParquetErrors.malformed("unknown compression: " + number);
    };
  }

  private static RuntimeException unsupported(String name) {
    return ParquetErrors.unsupported(
        "it is compressed by " + name + ", write it with Zstandard, Snappy, gzip or LZ4_RAW");
  }

  /** Returns the number of decompressed bytes; negative if the bytes are invalid. */
  abstract int tryDecompress(byte[] from, int start, byte[] to, int toStart) throws IOException;

  /** Decompresses all bytes from {@code start} on, which fill {@code to} from its start. */
  void decompress(byte[] from, int start, byte[] to, int toStart) {
    int count;
    try {
      count = tryDecompress(from, start, to, toStart);
    } catch (IOException | LZ4Exception e) {
      count = -1;
    }
    if (count != to.length - toStart) {
      throw ParquetErrors.malformed("a page cannot be decompressed");
    }
  }
}
