/**
 * Writer of Parquet files, one row group in memory at a time. Start with {@link
 * dev.colonnade.server.parquet.write.ParquetFileWriter}. May depend on the format and on {@code
 * server.sql}.
 */
@NullMarked
package dev.colonnade.server.parquet.write;

import org.jspecify.annotations.NullMarked;
