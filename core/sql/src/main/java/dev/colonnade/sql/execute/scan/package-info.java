/**
 * Operators without inputs: scans of stored tables by every access path, system tables, rows kept
 * under a name, and values. Pages of columns become vectors here.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.scan.TableScanOperator}. Depends on {@code
 * sql.execute}, {@code sql.physical}, {@code sql.access} and the scans of storage.
 */
@NullMarked
package dev.colonnade.sql.execute.scan;

import org.jspecify.annotations.NullMarked;
