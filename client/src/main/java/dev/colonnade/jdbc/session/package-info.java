/**
 * Session with a server: execution of statements, the cache of prepared statements, and the stream
 * of the results of a request.
 *
 * <p>Start at {@link dev.colonnade.jdbc.session.DriverSession}. Depends on {@code jdbc.cell},
 * {@code jdbc.config}, {@code jdbc.error}, {@code jdbc.text}, {@code jdbc.wire}, {@code protocol}
 * and Netty's buffers.
 */
@NullMarked
package dev.colonnade.jdbc.session;

import org.jspecify.annotations.NullMarked;
