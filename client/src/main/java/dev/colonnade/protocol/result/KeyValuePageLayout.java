package dev.colonnade.protocol.result;

/**
 * Layout of a {@link ScanFormat#KEY_VALUES} payload, a sequence of pairs, each
 *
 * <pre>
 *   0            4              8
 *   +------------+--------------+-----------+-------------+
 *   | key length | value length |    key    |    value    |
 *   | u32        | u32          |           |             |
 *   +------------+--------------+-----------+-------------+
 * </pre>
 *
 * All pairs of a row are adjacent and in one payload. Integers are little-endian.
 */
public final class KeyValuePageLayout {
  public static final int KEY_LENGTH_OFFSET = 0;
  public static final int VALUE_LENGTH_OFFSET = 4;
  public static final int HEADER_BYTES = 8;

  private KeyValuePageLayout() {}
}
