/**
 * Format of batches in temporary files: Arrow IPC record batch messages whose buffers are compressed
 * by LZ4.
 *
 * <p>Start reading at {@link dev.colonnade.sql.execute.spill.format.SpillBatchEncoder}. Depends on
 * {@code sql.vector}, {@code sql.type}, {@code type} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.execute.spill.format;

import org.jspecify.annotations.NullMarked;
