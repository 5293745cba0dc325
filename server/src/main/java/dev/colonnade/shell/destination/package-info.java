/**
 * Destinations of printed results: the terminal, with a pager, a file or another program.
 *
 * <p>Start at {@link dev.colonnade.shell.destination.ResultDestination}. Depends on {@code
 * shell.output}.
 */
@NullMarked
package dev.colonnade.shell.destination;

import org.jspecify.annotations.NullMarked;
