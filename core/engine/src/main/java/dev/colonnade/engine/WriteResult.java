package dev.colonnade.engine;

/**
 * What a write did.
 *
 * @param timestamp the version of every row that it wrote
 * @param insertedCount rows that were not there before
 * @param updatedCount rows that were there and have been written anew
 * @param deletedCount rows that are gone
 */
public record WriteResult(
    long timestamp, long insertedCount, long updatedCount, long deletedCount) {}
