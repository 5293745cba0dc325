/**
 * The native protocol on its port: connections, requests, streams of pages.
 *
 * <p>What is worth counting goes to {@link dev.colonnade.server.net.RequestObserver} and {@link
 * dev.colonnade.server.net.ConnectionObserver}. Depends on {@code protocol} and on core.
 */
@NullMarked
package dev.colonnade.server.net;

import org.jspecify.annotations.NullMarked;
