package dev.colonnade.mvcc.commit;

/**
 * Result of a commit. The counts are of keys in {@code ROWS}, without the parts of rows that are
 * counted by another key.
 *
 * @param timestamp commit timestamp: a reader at this timestamp or later sees all changes, an
 *     earlier reader none
 * @param insertedCount keys that had no value before
 * @param updatedCount keys that had another value before
 * @param deletedCount keys that had a value before and have none now
 */
public record CommitResult(long timestamp, int insertedCount, int updatedCount, int deletedCount) {}
