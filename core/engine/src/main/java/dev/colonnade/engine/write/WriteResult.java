package dev.colonnade.engine.write;

/**
 * Result of a batch write.
 *
 * @param timestamp version of every row that was written
 * @param insertedCount rows that did not exist before
 * @param updatedCount rows that existed and were replaced
 * @param deletedCount rows that were removed
 */
public record WriteResult(
    long timestamp, long insertedCount, long updatedCount, long deletedCount) {}
