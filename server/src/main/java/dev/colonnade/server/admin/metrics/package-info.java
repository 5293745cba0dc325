/**
 * What the server counts and measures, as Prometheus reads it; {@code docs/operations.md} lists all
 * of it.
 *
 * <p>Start at {@link dev.colonnade.server.admin.metrics.ServerMeters}. Depends on {@code
 * server.net} and {@code server.pg.session} for their observers, on {@code server.admin}, and on
 * {@code engine}.
 */
@NullMarked
package dev.colonnade.server.admin.metrics;

import org.jspecify.annotations.NullMarked;
