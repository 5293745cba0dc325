/**
 * Administration pages on the HTTP port: metrics, health, status and the console.
 *
 * <p>Start at {@link dev.colonnade.server.admin.AdminPort}. The pages read the server through
 * {@link dev.colonnade.server.admin.view.AdminView}. Depends on its own sub-packages, {@code
 * server.config}, {@code server.auth} and {@code engine}.
 */
@NullMarked
package dev.colonnade.server.admin;

import org.jspecify.annotations.NullMarked;
