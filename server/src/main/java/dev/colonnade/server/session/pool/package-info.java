/**
 * Executors of requests that may block: bounded thread pools with admission control, and a serial
 * executor.
 *
 * <p>Start at {@link dev.colonnade.server.session.pool.RequestPools}. Depends on {@code
 * server.net}, {@code server.config} and {@code error}.
 */
@NullMarked
package dev.colonnade.server.session.pool;

import org.jspecify.annotations.NullMarked;
