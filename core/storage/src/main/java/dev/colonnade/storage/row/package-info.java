/**
 * Rows of tables as mutations of keys. Start at {@link dev.colonnade.storage.row.StorageRowBatch}.
 * Depends on {@code catalog}, {@code mvcc.mutation} and {@code type}.
 */
@NullMarked
package dev.colonnade.storage.row;

import org.jspecify.annotations.NullMarked;
