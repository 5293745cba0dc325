/**
 * {@code colonnade sql}: statements typed, piped or read from files, and their results as text. It
 * is a client like any other and talks to a server by the JDBC driver.
 *
 * <p>Start at {@link dev.colonnade.shell.SqlCommand}, then {@code Shell}, which runs one input
 * after the other. Depends on {@code jdbc}, {@code server} for the command line, JLine, picocli and
 * Jackson's streams.
 */
@NullMarked
package dev.colonnade.shell;

import org.jspecify.annotations.NullMarked;
