/**
 * Runtime filters: the keys of the build side of a hash join, by which scans of the probe side skip
 * rows that have no match.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.filter.RuntimeFilter}. Depends on {@code sql.vector}
 * only.
 */
@NullMarked
package dev.colonnade.sql.execute.filter;

import org.jspecify.annotations.NullMarked;
