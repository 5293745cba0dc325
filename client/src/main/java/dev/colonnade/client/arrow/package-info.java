/**
 * Pages as Arrow vectors that share the memory of the received page (zero-copy).
 *
 * <p>Start with {@link dev.colonnade.client.arrow.VectorPages}. This package needs {@code
 * arrow-vector}, an allocator such as {@code arrow-memory-unsafe}, and the JVM flags that Arrow
 * requires; other packages do not. May depend on {@code client.page} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.arrow;

import org.jspecify.annotations.NullMarked;
