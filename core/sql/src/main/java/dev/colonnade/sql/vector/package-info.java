/**
 * Columns of values on the heap: what operators on vectors give each other. Made from the Arrow
 * batches of scans; without boxes where a type allows it. Depends on {@code scan} and {@code
 * sql.type}.
 */
@NullMarked
package dev.colonnade.sql.vector;

import org.jspecify.annotations.NullMarked;
