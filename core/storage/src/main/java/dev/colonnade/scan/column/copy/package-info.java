/**
 * Copy kernels over native memory: bitmaps at any bit offset, short byte strings, and gathers of
 * selected rows.
 *
 * <p>Start at {@link dev.colonnade.scan.column.copy.RowGather}. Depends on {@code memory}.
 */
@NullMarked
package dev.colonnade.scan.column.copy;

import org.jspecify.annotations.NullMarked;
