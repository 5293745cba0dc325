/**
 * Window functions that Calcite cannot execute: frames in GROUPS, with EXCLUDE or with computed
 * bounds, and sort keys that its generated code cannot compare.
 *
 * <p>{@link dev.colonnade.sql.window.FramedWindow} is the plan node, {@link
 * dev.colonnade.sql.window.WindowEvaluator} evaluates it. Depends on {@code
 * sql.function.aggregate}, {@code sql.function.scalar}, {@code sql.function.value}, {@code
 * sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.window;

import org.jspecify.annotations.NullMarked;
