package dev.colonnade.server.parquet.format;

/** Numbers of the compact protocol of Thrift. */
final class ThriftLayout {
  static final int STOP = 0;
  static final int TRUE = 1;
  static final int FALSE = 2;
  static final int BYTE = 3;
  static final int INT16 = 4;
  static final int INT32 = 5;
  static final int INT64 = 6;
  static final int DOUBLE = 7;
  static final int BINARY = 8;
  static final int LIST = 9;
  static final int SET = 10;
  static final int MAP = 11;
  static final int STRUCT = 12;

  static final int TYPE_BITS = 4;
  static final int TYPE_MASK = 0xf;

  /** Size in the header of a list if the size follows it. */
  static final int LONG_LIST = 15;

  static final int VARINT_BITS = 7;
  static final int VARINT_MORE = 0x80;
  static final int VARINT_MASK = 0x7f;

  private ThriftLayout() {}
}
