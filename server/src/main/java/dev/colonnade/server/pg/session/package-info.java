/**
 * Sessions of the PostgreSQL protocol: message queue, simple and extended query protocol, COPY.
 *
 * <p>Start at {@link dev.colonnade.server.pg.session.PgSession}. Depends on {@code sql}, {@code
 * pg.session.result}, {@code pg.copy}, {@code pg.type}, {@code pg.wire}, {@code scan.request},
 * {@code clock}, {@code error} and Netty.
 */
@NullMarked
package dev.colonnade.server.pg.session;

import org.jspecify.annotations.NullMarked;
