package dev.colonnade.statistics;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.nio.ByteBuffer;

/**
 * Byte layout of the statistics records in {@code META}. Integers are big-endian, {@code double} is
 * its 64 bits, {@code text} a u16 of its bytes followed by UTF-8.
 *
 * <pre>
 *   key     statistics/ + u32 table id
 *   value   u8 format | u64 rows | u16 n | n x column | u16 n | n x group
 *   column  u32 column id | double null fraction | double distinct values
 *           u16 n | n x (text value, double fraction)      the common values
 *           u16 n | n x double                             the bounds
 *           double correlation | double average bytes
 *   group   u16 n | n x u32 column id | double distinct combinations
 * </pre>
 *
 * <p>Records of format 1 end before the groups, and their columns before the correlation.
 */
final class StatisticsLayout {
  /** Format with statistics of single columns only. */
  static final int FORMAT_OF_COLUMNS = 1;

  static final int FORMAT = 2;

  private static final byte[] PREFIX = "statistics/".getBytes(US_ASCII);

  private StatisticsLayout() {}

  static Key key(int tableId) {
    return Key.wrap(
        ByteBuffer.allocate(PREFIX.length + Integer.BYTES).put(PREFIX).putInt(tableId).array());
  }

  /** Returns the span of all records. */
  static KeySpan span() {
    return KeySpan.prefix(Key.wrap(PREFIX));
  }

  static int tableIdOf(Key key) {
    return ByteBuffer.wrap(key.bytes()).getInt(key.length() - Integer.BYTES);
  }
}
