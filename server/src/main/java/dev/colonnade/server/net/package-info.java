/**
 * The native port: connections, the handshake, frames in and out, and the bookkeeping of requests
 * in flight. Knows the protocol and Netty, and nothing of the database.
 *
 * <p>Start at {@link dev.colonnade.server.net.NativePort}, then {@link
 * dev.colonnade.server.net.Exchange}, which is one request on its way to its answer. What requests
 * mean is up to a {@link dev.colonnade.server.net.RequestHandler}. What is worth counting goes to
 * {@link dev.colonnade.server.net.RequestObserver} and {@link
 * dev.colonnade.server.net.ConnectionObserver}. Depends on {@code protocol}, {@code server.auth},
 * {@code server.config}, Netty, and core's {@code clock} and {@code error}.
 */
@NullMarked
package dev.colonnade.server.net;

import org.jspecify.annotations.NullMarked;
