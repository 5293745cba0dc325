/**
 * The server seen from outside: metrics, health and status on the HTTP port.
 *
 * <p>Start at {@link dev.colonnade.server.admin.AdminPort}. Looks at the server through {@link
 * dev.colonnade.server.admin.AdminView}. Depends on {@code server.config}, {@code server.net} for
 * its observers, and {@code engine}.
 */
@NullMarked
package dev.colonnade.server.admin;

import org.jspecify.annotations.NullMarked;
