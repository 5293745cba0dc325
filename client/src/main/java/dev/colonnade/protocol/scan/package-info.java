/**
 * The pieces of a scan: where, what, in which order, in which form, and what came of it.
 *
 * <p>Start with {@code protocol.request.Scan}, which puts them together. May depend on {@code
 * protocol}, {@code protocol.schema} and {@code protocol.filter} only.
 */
@NullMarked
package dev.colonnade.protocol.scan;

import org.jspecify.annotations.NullMarked;
