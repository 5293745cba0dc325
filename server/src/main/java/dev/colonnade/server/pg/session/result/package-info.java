/**
 * Responses to statements of the PostgreSQL protocol: row descriptions, rows and command tags, and
 * the outbound buffer that sends them with backpressure.
 *
 * <p>Start at {@link dev.colonnade.server.pg.session.result.DataRowWriter}. Depends on {@code sql},
 * {@code pg.type}, {@code pg.wire}, {@code scan.request}, {@code error} and Netty.
 */
@NullMarked
package dev.colonnade.server.pg.session.result;

import org.jspecify.annotations.NullMarked;
