package dev.colonnade.server.parquet.format;

/** Encodings of the values of a page, with the numbers that page headers contain. */
public enum PageEncoding {
  PLAIN(0),
  PLAIN_DICTIONARY(2),
  RLE(3),
  DELTA_BINARY_PACKED(5),
  DELTA_LENGTH_BYTE_ARRAY(6),
  DELTA_BYTE_ARRAY(7),
  RLE_DICTIONARY(8),
  BYTE_STREAM_SPLIT(9);

  private final int number;

  PageEncoding(int number) {
    this.number = number;
  }

  /** Returns the number of the encoding in files. */
  public int number() {
    return number;
  }

  /** Returns the encoding with a number. */
  public static PageEncoding of(int number) {
    for (PageEncoding encoding : values()) {
      if (encoding.number == number) {
        return encoding;
      }
    }
    throw ParquetErrors.unsupported("encoding " + number);
  }
}
