/**
 * JMH microbenchmarks of the components of the server.
 *
 * <p>Start reading at {@link dev.colonnade.jmh.CursorBenchmark}. May depend on all packages.
 */
@NullMarked
package dev.colonnade.jmh;

import org.jspecify.annotations.NullMarked;
