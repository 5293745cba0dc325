/**
 * Network connections: opening, pooling, loss, and the outstanding calls on them.
 *
 * <p>Start with {@link dev.colonnade.client.net.ConnectionPool} and {@link
 * dev.colonnade.client.net.Call}. A call is completed exactly once in all cases. May depend on
 * {@code protocol}, {@code client.error}, {@code client.login} and Netty.
 */
@NullMarked
package dev.colonnade.client.net;

import org.jspecify.annotations.NullMarked;
