package dev.colonnade.catalog.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writer of the fields of a catalog record. */
final class CatalogRecordWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  CatalogRecordWriter putByte(int value) {
    out.write(value);
    return this;
  }

  CatalogRecordWriter putShort(int value) {
    return putByte(value).putByte(value >>> 8);
  }

  CatalogRecordWriter putInt(int value) {
    return putShort(value).putShort(value >>> 16);
  }

  CatalogRecordWriter putLong(long value) {
    return putInt((int) value).putInt((int) (value >>> 32));
  }

  CatalogRecordWriter putText(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    assert utf8.length <= 0xFFFF : "text too long for its length field: bytes=" + utf8.length;
    putShort(utf8.length);
    out.writeBytes(utf8);
    return this;
  }

  CatalogRecordWriter putBytes(byte[] value) {
    putInt(value.length);
    out.writeBytes(value);
    return this;
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }
}
