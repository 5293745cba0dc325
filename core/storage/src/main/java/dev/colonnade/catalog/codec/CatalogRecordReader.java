package dev.colonnade.catalog.codec;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Reader of the fields of a catalog record. Throws STORE_CORRUPT if the record is damaged. */
final class CatalogRecordReader {
  private final Key key;
  private final ByteBuffer in;
  private final int format;

  private CatalogRecordReader(Key key, ByteBuffer in, int format) {
    this.key = key;
    this.in = in;
    this.format = format;
  }

  /**
   * Creates a reader at the start of a record. Throws STORE_CORRUPT if the format is not {@link
   * CatalogLayout#FORMAT}.
   */
  CatalogRecordReader(Key key, byte[] value) {
    this(key, value, CatalogLayout.FORMAT);
  }

  /**
   * Variant of {@link #CatalogRecordReader(Key, byte[])} for a record of any format up to {@code
   * formatMax}.
   */
  CatalogRecordReader(Key key, byte[] value, int formatMax) {
    this.key = key;
    this.in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    format = readByte();
    if (format < CatalogLayout.FORMAT || format > formatMax) {
      throw corrupt("format=" + format + " expected=" + CatalogLayout.FORMAT + ".." + formatMax);
    }
  }

  /** Returns the format of the record. */
  public int format() {
    return format;
  }

  /** Returns a reader of the next {@code bytes} bytes and skips them. */
  CatalogRecordReader readSection(int bytes) {
    require(bytes);
    ByteBuffer section = in.slice(in.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
    in.position(in.position() + bytes);
    return new CatalogRecordReader(key, section, format);
  }

  int readByte() {
    require(Byte.BYTES);
    return in.get() & 0xFF;
  }

  int readShort() {
    require(Short.BYTES);
    return in.getShort() & 0xFFFF;
  }

  int readInt() {
    require(Integer.BYTES);
    return in.getInt();
  }

  long readLong() {
    require(Long.BYTES);
    return in.getLong();
  }

  /**
   * Returns a count of bytes, or of elements of at least one byte each. Throws STORE_CORRUPT if it
   * is greater than the remaining bytes.
   */
  int readCount() {
    int count = readInt();
    require(count);
    return count;
  }

  String readText() {
    int bytes = readShort();
    require(bytes);
    ByteBuffer utf8 = in.slice(in.position(), bytes);
    in.position(in.position() + bytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw corrupt("text is not UTF-8: bytes=" + bytes);
    }
  }

  byte[] readBytes() {
    byte[] value = new byte[readCount()];
    in.get(value);
    return value;
  }

  boolean isAtEnd() {
    return !in.hasRemaining();
  }

  void requireEnd() {
    if (in.hasRemaining()) {
      throw corrupt("bytes left over: bytes=" + in.remaining());
    }
  }

  /** Returns the result of {@code read}. Its validation errors are STORE_CORRUPT, too. */
  <T> T validated(Supplier<T> read) {
    try {
      return read.get();
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.STORE_CORRUPT) {
        throw e;
      }
      throw corrupt(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the error of a damaged record. */
  ColonnadeException corrupt(String problem) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT,
        "catalog record is damaged: key=" + key + " offset=" + in.position() + " " + problem);
  }

  private void require(int bytes) {
    if (bytes < 0 || bytes > in.remaining()) {
      throw corrupt("needed=" + bytes + " remaining=" + in.remaining());
    }
  }
}
