/**
 * Output of the SQL shell: printers of results in each format, tables of listings, and error texts.
 *
 * <p>Start at {@link dev.colonnade.shell.output.ResultPrinter}. Depends on {@code jdbc.error} and
 * Jackson's streams.
 */
@NullMarked
package dev.colonnade.shell.output;

import org.jspecify.annotations.NullMarked;
