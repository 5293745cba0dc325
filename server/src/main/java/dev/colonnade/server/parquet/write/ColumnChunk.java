package dev.colonnade.server.parquet.write;

import dev.colonnade.server.parquet.format.PageEncoding;
import java.util.Set;

/**
 * Metadata of a column chunk for the footer.
 *
 * @param valueCount number of values, with NULLs
 * @param plainBytes bytes of the pages if they were not compressed
 * @param bytes bytes in the file
 * @param pagesStart position of the first page of values
 * @param dictionaryStart position of the page of the dictionary; {@link #NO_DICTIONARY} without
 */
record ColumnChunk(
    Set<PageEncoding> encodings,
    long valueCount,
    long plainBytes,
    long bytes,
    long pagesStart,
    long dictionaryStart,
    ColumnStatistics statistics) {
  static final long NO_DICTIONARY = -1;
}
