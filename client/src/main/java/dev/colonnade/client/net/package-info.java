/**
 * Connections: opening, sharing and losing them, and what becomes of the requests on them.
 *
 * <p>Start with {@link dev.colonnade.client.net.ConnectionPool} and {@link
 * dev.colonnade.client.net.Call}. A call is answered exactly once, whatever happens. May depend on
 * {@code protocol}, {@code client.error} and Netty.
 */
@NullMarked
package dev.colonnade.client.net;

import org.jspecify.annotations.NullMarked;
