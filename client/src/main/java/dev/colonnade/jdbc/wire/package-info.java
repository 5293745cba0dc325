/**
 * One connection to a server, read and written by the thread that wants something of it.
 *
 * <p>Start at {@link dev.colonnade.jdbc.wire.SqlLink}. Knows nothing of JDBC's interfaces. Depends
 * on {@code protocol} and Netty's buffers.
 */
@NullMarked
package dev.colonnade.jdbc.wire;

import org.jspecify.annotations.NullMarked;
