/**
 * Metrics of the server in Prometheus's format; {@code docs/operations.md} lists all of them.
 *
 * <p>Start at {@link dev.colonnade.server.admin.metrics.ServerMeters}. Depends on {@code
 * server.net.observer} and {@code server.pg.session} for their observers, on {@code
 * server.admin.view} and {@code server.admin.http}, and on {@code engine}.
 */
@NullMarked
package dev.colonnade.server.admin.metrics;

import org.jspecify.annotations.NullMarked;
