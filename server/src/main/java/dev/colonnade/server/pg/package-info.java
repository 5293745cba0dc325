/**
 * The port of the PostgreSQL protocol: connections, TLS, and who the client is; what comes after is
 * {@code pg.session}'s. Start at {@link dev.colonnade.server.pg.PgPort}.
 */
@NullMarked
package dev.colonnade.server.pg;

import org.jspecify.annotations.NullMarked;
