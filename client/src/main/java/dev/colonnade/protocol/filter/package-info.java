/**
 * Filters that a scan evaluates where the rows are.
 *
 * <p>Start with {@link dev.colonnade.protocol.filter.FilterSpec}. May depend on {@code protocol}
 * and {@code protocol.schema} only.
 */
@NullMarked
package dev.colonnade.protocol.filter;

import org.jspecify.annotations.NullMarked;
