/**
 * Server side of the native protocol: connections, handshake, frames, flow control, and the
 * tracking of requests in flight. Independent of the database.
 *
 * <p>Start at {@link dev.colonnade.server.net.NativePort}, then {@link
 * dev.colonnade.server.net.Exchange}, which is one request in progress. A {@link
 * dev.colonnade.server.net.RequestHandler} executes the requests. Measurements are passed to {@link
 * dev.colonnade.server.net.observer.RequestObserver} and {@link
 * dev.colonnade.server.net.observer.ConnectionObserver}. Depends on {@code protocol}, {@code
 * server.auth}, {@code server.config}, its own sub-packages, Netty, and core's {@code clock} and
 * {@code error}.
 */
@NullMarked
package dev.colonnade.server.net;

import org.jspecify.annotations.NullMarked;
