/**
 * Row-to-column conversion: Arrow buffers filled directly from the bytes of the store, with every
 * byte counted against the limit of the page.
 *
 * <p>Start at {@link dev.colonnade.scan.column.BatchBuilder}; {@link
 * dev.colonnade.scan.column.BatchSchema} maps column types to Arrow types, and {@link
 * dev.colonnade.scan.column.ColumnBatch} is the record batch that results. {@code scan.column.copy}
 * has the copy kernels. Depends on {@code memory}, {@code type}, {@code type.row}, {@code
 * scan.row}, {@code scan.memory} and Arrow.
 */
@NullMarked
package dev.colonnade.scan.column;

import org.jspecify.annotations.NullMarked;
