/**
 * Pages as Arrow vectors, over the very memory that they arrived in.
 *
 * <p>Start with {@link dev.colonnade.client.arrow.VectorPages}. Needs {@code arrow-vector}, an
 * allocator such as {@code arrow-memory-unsafe}, and the flags that Arrow asks of the JVM; nothing
 * outside of this package does. May depend on {@code client.page} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.arrow;

import org.jspecify.annotations.NullMarked;
