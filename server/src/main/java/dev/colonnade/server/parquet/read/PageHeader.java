package dev.colonnade.server.parquet.read;

import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.ThriftReader;

/**
 * Header of a page.
 *
 * @param plainBytes bytes of the content when decompressed
 * @param bytes bytes of the content in the file
 * @param hasChecksum whether {@code checksum} is set
 * @param valueCount number of values, with NULLs
 * @param encoding number of the encoding of the values
 * @param definitionEncoding number of the encoding of the definition levels
 * @param repetitionEncoding number of the encoding of the repetition levels
 * @param definitionBytes bytes of the definition levels of a page of version 2
 * @param repetitionBytes bytes of its repetition levels
 * @param isCompressed whether its values are compressed
 */
record PageHeader(
    Type type,
    int plainBytes,
    int bytes,
    boolean hasChecksum,
    int checksum,
    int valueCount,
    int encoding,
    int definitionEncoding,
    int repetitionEncoding,
    int definitionBytes,
    int repetitionBytes,
    boolean isCompressed) {
  /** Number of the only encoding of levels in files since 2013. */
  static final int RUNS = 3;

  /** Types of pages. */
  enum Type {
    DATA,
    DICTIONARY,
    DATA_V2,
    /** Any other page, which is skipped. */
    OTHER
  }

  /** Fields of the header that depends on the type of the page. */
  private static final class Part {
    int valueCount;
    int encoding;
    int definitionEncoding = RUNS;
    int repetitionEncoding = RUNS;
    int definitionBytes;
    int repetitionBytes;
    boolean isCompressed = true;

    /** Reads the struct that is the current field. */
    void read(ThriftReader in, Type type) {
      in.beginStruct();
      for (int field = in.nextField(); field != 0; field = in.nextField()) {
        if (type == Type.DATA_V2) {
          readV2(in, field);
        } else if (field == 1) {
          valueCount = in.readInt();
        } else if (field == 2) {
          encoding = in.readInt();
        } else if (type == Type.DATA && field == 3) {
          definitionEncoding = in.readInt();
        } else if (type == Type.DATA && field == 4) {
          repetitionEncoding = in.readInt();
        } else {
          in.skip();
        }
      }
      in.endStruct();
    }

    private void readV2(ThriftReader in, int field) {
      switch (field) {
        case 1 -> valueCount = in.readInt();
        case 4 -> encoding = in.readInt();
        case 5 -> definitionBytes = in.readInt();
        case 6 -> repetitionBytes = in.readInt();
        case 7 -> isCompressed = in.readBoolean();
        default -> in.skip();
      }
    }
  }

  static PageHeader read(ThriftReader in) {
    Type type = Type.OTHER;
    int plainBytes = 0;
    int bytes = 0;
    boolean hasChecksum = false;
    int checksum = 0;
    Part part = new Part();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 1 -> type = typeOf(in.readInt());
        case 2 -> plainBytes = in.readInt();
        case 3 -> bytes = in.readInt();
        case 4 -> {
          checksum = in.readInt();
          hasChecksum = true;
        }
        case 5 -> part.read(in, Type.DATA);
        case 7 -> part.read(in, Type.DICTIONARY);
        case 8 -> part.read(in, Type.DATA_V2);
        default -> in.skip();
      }
    }
    if (plainBytes < 0
        || bytes < 0
        || part.valueCount < 0
        || part.definitionBytes < 0
        || part.repetitionBytes < 0) {
      throw ParquetErrors.malformed("a page header has a negative size");
    }
    return new PageHeader(
        type,
        plainBytes,
        bytes,
        hasChecksum,
        checksum,
        part.valueCount,
        part.encoding,
        part.definitionEncoding,
        part.repetitionEncoding,
        part.definitionBytes,
        part.repetitionBytes,
        part.isCompressed);
  }

  private static Type typeOf(int number) {
    return switch (number) {
      case 0 -> Type.DATA;
      case 2 -> Type.DICTIONARY;
      case 3 -> Type.DATA_V2;
      default -> Type.OTHER;
    };
  }
}
