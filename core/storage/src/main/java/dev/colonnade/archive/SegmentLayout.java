package dev.colonnade.archive;

/**
 * Byte layout of a segment of the archive. Integers are little-endian.
 *
 * <pre>
 *   0       8        12            16         32     40      48        56       60
 *   +-------+--------+-------------+----------+------+-------+---------+--------+----------+---
 *   | magic | format | incarnation | store id | base | first | created | CRC32C | record 0 | ...
 *   | 8     | u32=1  | u32         | 16       | i64  | i64   | i64     | u32    |          |
 *   +-------+--------+-------------+----------+------+-------+---------+--------+----------+---
 *
 *   0        4        8      9        17     25
 *   +--------+--------+------+--------+------+---------+
 *   | length | CRC32C | kind | number | time | payload |   length: of the payload
 *   | u32    | u32    | u8   | i64    | i64  |         |   CRC32C: of all that follows it
 *   +--------+--------+------+--------+------+---------+
 * </pre>
 *
 * <p>Groups have consecutive numbers. An incarnation is one opening of the archive; all its groups
 * have numbers from its base on, and it replaces the groups from its base on of all earlier
 * incarnations: the store does not contain them. First is the number of the first group of the
 * segment, created and time are nanoseconds since 1970 of the system's clock.
 *
 * <p>A segment that is complete ends with an END record; its number is the first one of the next
 * segment. The last segment of an incarnation has none if the process was killed.
 */
final class SegmentLayout {
  /** Suffix of the names of the files. */
  static final String SUFFIX = ".segment";

  static final long MAGIC = 0x4843_5241_444E_4C43L; // "CLNDARCH" in the file
  static final int FORMAT = 1;

  static final int FORMAT_OFFSET = 8;
  static final int INCARNATION_OFFSET = 12;
  static final int STORE_OFFSET = 16;
  static final int BASE_OFFSET = 32;
  static final int FIRST_OFFSET = 40;
  static final int CREATED_OFFSET = 48;
  static final int CHECKSUM_OFFSET = 56;
  static final int HEADER_BYTES = 60;

  static final int RECORD_CHECKSUM_OFFSET = 4;
  static final int KIND_OFFSET = 8;
  static final int NUMBER_OFFSET = 9;
  static final int TIME_OFFSET = 17;
  static final int RECORD_HEADER_BYTES = 25;

  private SegmentLayout() {}
}
