/**
 * Configuration of connections: URLs and properties.
 *
 * <p>Start at {@link dev.colonnade.jdbc.config.ConnectionSettings}. Depends on {@code jdbc.wire},
 * {@code jdbc.error}, {@code client.page}, {@code client.trace} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.jdbc.config;

import org.jspecify.annotations.NullMarked;
