/**
 * Observers of connections and requests, which the metrics implement.
 *
 * <p>Start at {@link dev.colonnade.server.net.observer.RequestObserver}. Depends on {@code
 * protocol} for the types of requests.
 */
@NullMarked
package dev.colonnade.server.net.observer;

import org.jspecify.annotations.NullMarked;
