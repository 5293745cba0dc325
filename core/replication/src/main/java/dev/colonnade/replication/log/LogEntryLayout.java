package dev.colonnade.replication.log;

/**
 * Byte layout of an entry of the replicated log. Integers are little-endian.
 *
 * <pre>
 *    0        1      2      4      12       20         28            32
 *   +--------+------+------+------+--------+----------+-------------+---...---+
 *   | format | kind | zero | term | number | proposed | batch bytes | batch   |
 *   | u8=2   | u8   | u16  | i64  | i64    | i64      | i32         |         |
 *   +--------+------+------+------+--------+----------+-------------+---...---+
 * </pre>
 *
 * <p>The format states what a member must understand to apply the batch. Format 2 can contain
 * {@linkplain dev.colonnade.store.FormatGuard deleted spans}, which versions that write format 1
 * would misread; these refuse the entry. A member applies entries of its own format and of earlier
 * ones.
 *
 * <p>Kind 1 is a batch. Kind 2 is one in a cluster whose first store had data that are not in the
 * log. Term is that of the leader under which the batch was evaluated, number counts its proposals
 * from 1, proposed is its wall clock in nanoseconds since 1970. The batch is in RocksDB's
 * serialized form; it has a header of 12 bytes if it changes nothing.
 *
 * <p>The record of a position, under {@code replication/position} in {@code META}:
 *
 * <pre>
 *    0        1      9       17
 *   +--------+------+-------+
 *   | format | term | index |
 *   | u8=1   | i64  | i64   |
 *   +--------+------+-------+
 * </pre>
 */
final class LogEntryLayout {
  static final byte FORMAT = 2;
  static final byte FORMAT_MIN = 1;
  static final byte KIND_BATCH = 1;
  static final byte KIND_BATCH_ON_BASE = 2;

  static final int FORMAT_OFFSET = 0;
  static final int KIND_OFFSET = 1;
  static final int TERM_OFFSET = 4;
  static final int NUMBER_OFFSET = 12;
  static final int PROPOSED_OFFSET = 20;
  static final int BATCH_LENGTH_OFFSET = 28;
  static final int HEADER_BYTES = 32;

  static final int POSITION_TERM_OFFSET = 1;
  static final int POSITION_INDEX_OFFSET = 9;
  static final int POSITION_BYTES = 17;

  private LogEntryLayout() {}
}
