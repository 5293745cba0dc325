/**
 * {@code \copy}, and COPY from standard input and to standard output: the shell reads and writes
 * the files, and exchanges rows with the server by INSERT and SELECT.
 *
 * <p>Start at {@link dev.colonnade.shell.copy.CopyRequest}. Depends on {@code jdbc}, {@code
 * shell.destination}, the parser of {@code sql} and the formats of {@code server.pg.copy}.
 */
@NullMarked
package dev.colonnade.shell.copy;

import org.jspecify.annotations.NullMarked;
