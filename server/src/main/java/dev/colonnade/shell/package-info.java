/**
 * The SQL shell, {@code colonnade sql}: reads statements and commands from a terminal, a pipe or
 * files, runs them by the JDBC driver, and prints their results.
 *
 * <p>Start at {@link dev.colonnade.shell.SqlCommand}, then {@code Shell}, which runs the statements
 * and commands of an input in order. Depends on {@code jdbc}, {@code server} for the command line,
 * JLine, picocli and Jackson's streams.
 */
@NullMarked
package dev.colonnade.shell;

import org.jspecify.annotations.NullMarked;
