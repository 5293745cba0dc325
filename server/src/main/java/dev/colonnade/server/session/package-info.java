/**
 * What requests mean: each is taken to the engine, on the event loop that read it where it
 * certainly does not wait, else on a bounded pool, and its answer back to the connection.
 *
 * <p>Start at {@link dev.colonnade.server.session.Requests}, which knows every kind of request.
 * Depends on {@code server.net}, {@code server.translate}, {@code protocol} and core.
 */
@NullMarked
package dev.colonnade.server.session;

import org.jspecify.annotations.NullMarked;
