/**
 * Predicates that a scan evaluates at the server (predicate pushdown).
 *
 * <p>Start with {@link dev.colonnade.protocol.filter.FilterSpec}. May depend on {@code protocol}
 * and {@code protocol.schema} only.
 */
@NullMarked
package dev.colonnade.protocol.filter;

import org.jspecify.annotations.NullMarked;
