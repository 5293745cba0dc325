/**
 * Functions on dates, times, timestamps and intervals: fields, truncation, construction, time
 * zones, and formatting and parsing by a template.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.temporal.TemporalFunctions}. Depends on
 * {@code sql.function}, {@code sql.function.scalar}, {@code sql.function.library.numeric}, {@code
 * type} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.library.temporal;

import org.jspecify.annotations.NullMarked;
