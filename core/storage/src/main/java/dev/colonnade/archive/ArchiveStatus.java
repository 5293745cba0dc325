package dev.colonnade.archive;

/**
 * Status of the archive of an open store.
 *
 * @param isWriting whether groups are written to it; false after a failure
 * @param lastNumber number of the last group of the store
 * @param syncedNumber number of the last group that is durable in the archive
 * @param unsyncedNanos age of the oldest group that is not durable in the archive; 0 if there is
 *     none
 * @param groupCount groups written since the start
 * @param byteCount bytes written since the start
 * @param completed segments that were completed since the start
 * @param failed failures since the start, each of which left a gap
 */
public record ArchiveStatus(
    boolean isWriting,
    long lastNumber,
    long syncedNumber,
    long unsyncedNanos,
    long groupCount,
    long byteCount,
    Event completed,
    Event failed) {
  /**
   * Repeated event.
   *
   * @param count number of times
   * @param segment segment of the last time; empty if there is none
   * @param atNanos last time, in nanoseconds since 1970; 0 if there is none
   */
  public record Event(long count, String segment, long atNanos) {
    static final Event NONE = new Event(0, "", 0);

    Event next(String name, long nowNanos) {
      return new Event(count + 1, name, nowNanos);
    }
  }
}
