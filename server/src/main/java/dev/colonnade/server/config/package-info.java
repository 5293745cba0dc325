/**
 * Settings of a server: read from a file, the environment and the command line into validated
 * records.
 *
 * <p>Start at {@link dev.colonnade.server.config.ServerConfig}; the file {@code
 * config/colonnade.conf} documents every key. Depends on {@code engine}, whose configuration is
 * part of it, on {@code protocol} for its limits, and on {@code error}.
 */
@NullMarked
package dev.colonnade.server.config;

import org.jspecify.annotations.NullMarked;
