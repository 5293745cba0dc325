/**
 * Scan filter: the predicate that is pushed down to the storage layer (predicate pushdown), as a
 * tree, and its limits.
 *
 * <p>Start at {@link dev.colonnade.scan.filter.Filter}; {@code scan.filter.compiled} compiles and
 * evaluates it. Depends on {@code error}.
 */
@NullMarked
package dev.colonnade.scan.filter;

import org.jspecify.annotations.NullMarked;
