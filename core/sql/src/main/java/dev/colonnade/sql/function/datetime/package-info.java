/**
 * Input and output of dates, times and timestamps as text: PostgreSQL's forms of input, {@code
 * DateStyle} and {@code IntervalStyle}.
 *
 * <p>Start at {@link dev.colonnade.sql.function.datetime.DateTimeInput} and {@link
 * dev.colonnade.sql.function.datetime.DateTimeOutput}. Depends on {@code sql.function.scalar},
 * {@code type} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.datetime;

import org.jspecify.annotations.NullMarked;
