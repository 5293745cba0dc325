/**
 * Window functions over sorted rows, which are read forward as far as frames need them and are
 * forgotten behind; what does not fit into memory is in files.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.window.WindowOperator}; {@link
 * dev.colonnade.sql.execute.window.frame.WindowRows} has the rows, {@link
 * dev.colonnade.sql.execute.window.frame.FrameBounds} the frames. Depends on {@code sql.execute},
 * {@code sql.execute.memory}, {@code sql.execute.spill}, {@code sql.execute.value}, {@code
 * sql.execute.aggregate.accumulator}, {@code sql.expression}, {@code sql.physical}, {@code
 * sql.function.aggregate}, {@code sql.function.scalar}, {@code sql.function.value}, {@code
 * sql.vector}, {@code sql.vector.key} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.execute.window;

import org.jspecify.annotations.NullMarked;
