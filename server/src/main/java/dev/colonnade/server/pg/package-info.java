/**
 * Network layer of the PostgreSQL protocol: connections, TLS, authentication, cancel requests and
 * connection limits.
 *
 * <p>Start at {@link dev.colonnade.server.pg.PgListener}. An authenticated connection passes its
 * messages to {@code pg.session}. Depends on {@code pg.session}, {@code pg.wire}, {@code
 * server.auth}, {@code server.config}, {@code server.net}, {@code engine}, {@code sql}, {@code
 * clock}, {@code error} and Netty.
 */
@NullMarked
package dev.colonnade.server.pg;

import org.jspecify.annotations.NullMarked;
