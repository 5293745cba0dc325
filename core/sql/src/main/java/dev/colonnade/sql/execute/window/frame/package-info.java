/**
 * Rows of a window with their partitions, peer groups and frames: read forward as far as needed,
 * forgotten behind, and in files where memory is denied.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.window.frame.WindowRows} and {@link
 * dev.colonnade.sql.execute.window.frame.FrameBounds}. Depends on {@code sql.execute.spill}, {@code
 * sql.physical}, {@code sql.function.scalar}, {@code sql.function.value}, {@code sql.vector},
 * {@code sql.vector.key}, {@code sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.execute.window.frame;

import org.jspecify.annotations.NullMarked;
