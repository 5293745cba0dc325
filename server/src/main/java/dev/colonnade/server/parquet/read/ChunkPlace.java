package dev.colonnade.server.parquet.read;

import dev.colonnade.server.parquet.format.PhysicalType;

/**
 * Place of a column chunk in a file.
 *
 * @param codec number of the compression of its pages
 * @param valueCount number of values, with NULLs
 */
record ChunkPlace(PhysicalType physical, int codec, long valueCount, long start, long bytes) {}
