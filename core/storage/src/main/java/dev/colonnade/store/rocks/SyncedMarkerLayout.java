package dev.colonnade.store.rocks;

/**
 * Layout of the file of a {@link SyncedMarker}, version 1; integers are little-endian.
 *
 * <pre>
 *   0        8          16               24         32               40
 *   +--------+----------+----------------+----------+----------------+
 *   | magic  | number 0 | ~ number 0     | number 1 | ~ number 1     |
 *   +--------+----------+----------------+----------+----------------+
 * </pre>
 *
 * <p>The two slots are written in turns, the complement last: a process that is killed between two
 * stores leaves one slot valid.
 */
final class SyncedMarkerLayout {
  /** The bytes "COLSYNC1". */
  static final long MAGIC = 0x31434E59534C4F43L;

  static final int MAGIC_OFFSET = 0;
  static final int SLOT_COUNT = 2;
  static final int FILE_BYTES = 40;

  private static final int SLOTS_OFFSET = 8;
  private static final int SLOT_BYTES = 16;

  private SyncedMarkerLayout() {}

  static int numberOffset(int slot) {
    return SLOTS_OFFSET + slot * SLOT_BYTES;
  }

  static int complementOffset(int slot) {
    return numberOffset(slot) + Long.BYTES;
  }
}
