package dev.colonnade.catalog;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads the fields of a catalogue record; whatever is wrong with it is STORE_CORRUPT. */
final class RecordReader {
  private final Key key;
  private final ByteBuffer in;
  private final int format;

  private RecordReader(Key key, ByteBuffer in, int format) {
    this.key = key;
    this.in = in;
    this.format = format;
  }

  /** Starts at the front of a record and checks its format. */
  RecordReader(Key key, byte[] value) {
    this(key, value, CatalogLayout.FORMAT);
  }

  /** As {@link #RecordReader(Key, byte[])}, for a record that may be of a later format. */
  RecordReader(Key key, byte[] value, int formatMax) {
    this.key = key;
    this.in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    format = readByte();
    if (format < CatalogLayout.FORMAT || format > formatMax) {
      throw corrupt("format=" + format + " expected=" + CatalogLayout.FORMAT + ".." + formatMax);
    }
  }

  /** The format that the record is of. */
  int format() {
    return format;
  }

  /** The next so many bytes, as a record of their own. */
  RecordReader readSection(int bytes) {
    require(bytes);
    ByteBuffer section = in.slice(in.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
    in.position(in.position() + bytes);
    return new RecordReader(key, section, format);
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

  /** A number of elements, each of which takes at least a byte. */
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

  ColonnadeException corrupt(String what) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT,
        "catalogue record is damaged: key=" + key + " offset=" + in.position() + " " + what);
  }

  private void require(int bytes) {
    if (bytes < 0 || bytes > in.remaining()) {
      throw corrupt("needed=" + bytes + " remaining=" + in.remaining());
    }
  }
}
