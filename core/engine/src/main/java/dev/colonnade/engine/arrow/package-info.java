/**
 * Pages of scans as vectors of the Arrow library. Start at {@link
 * dev.colonnade.engine.arrow.ArrowVectors}. Depends on {@code scan} and {@code type}; the only
 * package of the engine that uses the vector library.
 */
@NullMarked
package dev.colonnade.engine.arrow;

import org.jspecify.annotations.NullMarked;
