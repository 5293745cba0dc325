/**
 * Channel handlers and I/O multiplexers next to the sockets, shared by the ports of all protocols:
 * transport selection, threads of event loops, traffic counters and TLS detection.
 *
 * <p>Start at {@link dev.colonnade.server.net.transport.ServerTransport}. Depends on {@code
 * server.auth} for the TLS context, {@code server.config}, {@code server.host}, {@code
 * server.net.observer} and Netty.
 */
@NullMarked
package dev.colonnade.server.net.transport;

import org.jspecify.annotations.NullMarked;
