/**
 * Blocking protocol connection to a server, read and written by the thread that sends a request.
 *
 * <p>Start at {@link dev.colonnade.jdbc.wire.SocketConnection}. Does not use JDBC's interfaces.
 * Depends on {@code protocol} and Netty's buffers.
 */
@NullMarked
package dev.colonnade.jdbc.wire;

import org.jspecify.annotations.NullMarked;
