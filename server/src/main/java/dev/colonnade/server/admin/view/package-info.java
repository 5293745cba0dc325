/**
 * View of the server for its administration pages and metrics.
 *
 * <p>Start at {@link dev.colonnade.server.admin.view.AdminView}. Depends on {@code engine} and
 * {@code server.config.load}.
 */
@NullMarked
package dev.colonnade.server.admin.view;

import org.jspecify.annotations.NullMarked;
