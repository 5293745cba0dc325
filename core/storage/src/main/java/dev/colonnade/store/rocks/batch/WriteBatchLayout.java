package dev.colonnade.store.rocks.batch;

/**
 * Byte layout of RocksDB's serialized WriteBatch, which is also the format of its log records:
 *
 * <pre>
 *   0        8       12
 *   +--------+-------+----------+----------+---
 *   |sequence| count | record 0 | record 1 | ...
 *   +--------+-------+----------+----------+---
 *   record:  tag, family id (varint32), key (length as varint32, bytes)
 *            and, for PUT and DELETE_RANGE, a second byte string: the value, or the end of the range
 * </pre>
 *
 * <p>Sequence and count are little-endian; the sequence is zero until RocksDB assigns it. The tags
 * are those of {@code db/dbformat.h}, kTypeColumnFamilyDeletion and so on: part of the format on
 * disk, hence stable. Column family 0, the default one, has separate tags and is not used here.
 */
final class WriteBatchLayout {
  static final int SEQUENCE_OFFSET = 0;
  static final int COUNT_OFFSET = 8;
  static final int HEADER_BYTES = 12;

  static final byte TAG_DELETE = 0x4;
  static final byte TAG_PUT = 0x5;
  static final byte TAG_DELETE_RANGE = 0xE;

  static final int VARINT32_BYTES_MAX = 5;

  private WriteBatchLayout() {}
}
