/**
 * Windows whose frames Calcite cannot run: those in GROUPS, with EXCLUDE, with ends that are worked
 * out, and over values that its generated code has no order of.
 *
 * <p>{@link dev.colonnade.sql.window.FramedWindow} is the operator in plans, {@link
 * dev.colonnade.sql.window.WindowRows} what it does with rows. Depends on {@code sql.function},
 * {@code sql.function.aggregate} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.window;

import org.jspecify.annotations.NullMarked;
