/**
 * Formats of COPY FROM that store columns. Start at {@link
 * dev.colonnade.server.pg.copy.column.CopyColumns}. Depends on {@code parquet.read} and {@code
 * flight}.
 */
@NullMarked
package dev.colonnade.server.pg.copy.column;

import org.jspecify.annotations.NullMarked;
