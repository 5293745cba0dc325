/**
 * Reader of Parquet files of any writer, in which no byte is trusted. Start with {@link
 * dev.colonnade.server.parquet.read.ParquetFileRows}. May depend on the format and on {@code
 * server.sql}.
 */
@NullMarked
package dev.colonnade.server.parquet.read;

import org.jspecify.annotations.NullMarked;
