/**
 * The JDBC driver: its entry points and the implementations of {@code java.sql}'s connection,
 * statements and result set. It uses the native protocol over a socket that the calling thread
 * reads and writes, and reads results in place from Arrow record batches.
 *
 * <p>Start at {@link dev.colonnade.jdbc.ColonnadeDriver}, then {@code JdbcConnection} and {@code
 * JdbcStatement}. May depend on {@code jdbc.*}, {@code client.page} and {@code protocol}, on
 * Netty's buffers and on the flatbuffer classes of {@code arrow-format}: on nothing that needs a
 * JVM flag.
 */
@NullMarked
package dev.colonnade.jdbc;

import org.jspecify.annotations.NullMarked;
