package dev.colonnade.sequence.record;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.nio.ByteBuffer;

/**
 * Byte layout of the sequence records in {@code META}. Integers in values are little-endian,
 * integers in keys are big-endian.
 *
 * <pre>
 *   key                            value
 *   sequence/state                 u8 format | u64 next sequence id
 *   sequence/record/ + u64 id      as below
 *   sequence/pending/ + u64 number u8 format | u8 restarts (0 or 1) | u64 sequence id | a record
 *
 *    0       1      2      3       4       12      20
 *   +--------+------+------+-------+-------+-------+
 *   | format | kind | mode | flags |version| epoch |      u8, u8, u8, u8, u64, u64
 *   +--------+------+------+-------+-------+-------+
 *    20          28    36    44      52      60         68
 *   +-----------+-----+-----+-------+-------+----------+
 *   | increment | min | max | start | cache | position |   i64 each
 *   +-----------+-----+-----+-------+-------+----------+
 *    68            72             76                  78
 *   +-------------+--------------+-------------------+------+
 *   | owner table | owner column | bytes of the name | name |   u32, u32, u16, UTF-8
 *   +-------------+--------------+-------------------+------+
 * </pre>
 *
 * <p>Kind: 1 SMALLINT, 2 INTEGER, 3 BIGINT. Mode: 0 normal, 1 ordered, 2 gapless. The owner is zero
 * if the sequence has none.
 *
 * <p>A pending record is a change that was committed as part of a transaction and is not applied
 * yet. It contains the definition after the change; its position applies only if it restarts the
 * sequence.
 */
final class SequenceLayout {
  /** Format version of all records. */
  static final int FORMAT = 1;

  static final Key STATE_KEY = Key.wrap("sequence/state".getBytes(US_ASCII));

  static final int FORMAT_OFFSET = 0;
  static final int STATE_NEXT_ID_OFFSET = 1;
  static final int STATE_BYTES = 9;

  static final int KIND_OFFSET = 1;
  static final int MODE_OFFSET = 2;
  static final int FLAGS_OFFSET = 3;
  static final int VERSION_OFFSET = 4;
  static final int EPOCH_OFFSET = 12;
  static final int INCREMENT_OFFSET = 20;
  static final int MIN_OFFSET = 28;
  static final int MAX_OFFSET = 36;
  static final int START_OFFSET = 44;
  static final int CACHE_OFFSET = 52;
  static final int POSITION_OFFSET = 60;
  static final int OWNER_TABLE_OFFSET = 68;
  static final int OWNER_COLUMN_OFFSET = 72;
  static final int NAME_BYTES_OFFSET = 76;
  static final int NAME_OFFSET = 78;

  static final int FLAG_CYCLE = 0x01;
  static final int FLAG_CALLED = 0x02;
  static final int FLAG_OWNED = 0x04;

  /** Flag of a sequence that can be looked up by its id only. */
  static final int FLAG_UNLISTED = 0x08;

  static final int FLAGS_ALL = FLAG_CYCLE | FLAG_CALLED | FLAG_OWNED | FLAG_UNLISTED;

  static final int PENDING_RESTARTS_OFFSET = 1;
  static final int PENDING_ID_OFFSET = 2;
  static final int PENDING_RECORD_OFFSET = 10;

  private static final byte[] PENDING_PREFIX = "sequence/pending/".getBytes(US_ASCII);
  private static final byte[] RECORD_PREFIX = "sequence/record/".getBytes(US_ASCII);

  private SequenceLayout() {}

  static Key recordKey(long id) {
    return Key.wrap(
        ByteBuffer.allocate(RECORD_PREFIX.length + Long.BYTES)
            .put(RECORD_PREFIX)
            .putLong(id)
            .array());
  }

  static Key pendingKey(long number) {
    return Key.wrap(
        ByteBuffer.allocate(PENDING_PREFIX.length + Long.BYTES)
            .put(PENDING_PREFIX)
            .putLong(number)
            .array());
  }

  /** Returns the span of all pending changes. */
  static KeySpan pendingSpan() {
    return KeySpan.prefix(Key.wrap(PENDING_PREFIX));
  }

  /** Returns the span of all sequence records. */
  static KeySpan recordSpan() {
    return KeySpan.prefix(Key.wrap(RECORD_PREFIX));
  }

  /** Returns the id at the end of the key of a record. */
  static long idOf(Key key) {
    return ByteBuffer.wrap(key.bytes()).getLong(key.length() - Long.BYTES);
  }
}
