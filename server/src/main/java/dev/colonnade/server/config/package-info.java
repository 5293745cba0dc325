/**
 * Configuration of a server, as validated records.
 *
 * <p>Start at {@link dev.colonnade.server.config.ServerConfig}; the file {@code
 * config/colonnade.conf} documents every key. Depends on {@code engine}, whose configuration is
 * part of it, and on {@code protocol} for its limits.
 */
@NullMarked
package dev.colonnade.server.config;

import org.jspecify.annotations.NullMarked;
