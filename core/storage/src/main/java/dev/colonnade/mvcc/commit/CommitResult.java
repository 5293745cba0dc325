package dev.colonnade.mvcc.commit;

/**
 * What a commit did. Counts are of keys in {@code ROWS}, without those that are parts of rows which
 * other keys count for.
 *
 * @param timestamp a reader at this timestamp or later sees all of it, an earlier one nothing of it
 * @param insertedCount keys that had no value before
 * @param updatedCount keys that had another value before
 * @param deletedCount keys that have no value now and had one before
 */
public record CommitResult(long timestamp, int insertedCount, int updatedCount, int deletedCount) {}
