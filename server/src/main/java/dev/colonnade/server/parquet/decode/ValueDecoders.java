package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.PageEncoding;
import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.PhysicalType;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Decoders of the values of pages by encoding. */
public final class ValueDecoders {
  private ValueDecoders() {}

  /**
   * Returns a decoder of the values of a page.
   *
   * @param content the bytes of the values, little-endian
   * @param widthBytes bytes of a value of fixed width
   * @param dictionary of the column chunk; null if it has none
   */
  public static ValueDecoder of(
      PageEncoding encoding,
      PhysicalType type,
      int widthBytes,
      ByteBuffer content,
      @Nullable ValueList dictionary) {
    return switch (encoding) {
      case PLAIN -> new PlainDecoder(type, widthBytes, content);
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
        if (dictionary == null) {
          throw ParquetErrors.malformed("a page needs a dictionary, and there is none");
        }
        yield new DictionaryDecoder(dictionary, content);
      }
      case RLE -> {
        require(encoding, type == PhysicalType.BOOLEAN);
        yield new RunDecoder(content);
      }
      case DELTA_BINARY_PACKED -> {
        require(encoding, type == PhysicalType.INT32 || type == PhysicalType.INT64);
        yield new DeltaDecoder(type == PhysicalType.INT32, content);
      }
      case DELTA_LENGTH_BYTE_ARRAY -> {
        require(encoding, type == PhysicalType.BYTE_ARRAY);
        yield new DeltaLengthDecoder(content);
      }
      case DELTA_BYTE_ARRAY -> {
        require(encoding, type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_BYTES);
        yield new DeltaBytesDecoder(content);
      }
      case BYTE_STREAM_SPLIT -> {
        require(encoding, type != PhysicalType.BOOLEAN && type != PhysicalType.BYTE_ARRAY);
        yield new SplitDecoder(type, widthBytes, content);
      }
    };
  }

  private static void require(PageEncoding encoding, boolean isPossible) {
    if (!isPossible) {
      throw ParquetErrors.malformed("a page has an encoding of other types: " + encoding);
    }
  }
}
