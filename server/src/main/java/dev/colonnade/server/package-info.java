/**
 * Server program: command line and composition root.
 *
 * <p>Start at {@link dev.colonnade.server.Main}. May depend on everything.
 */
@NullMarked
package dev.colonnade.server;

import org.jspecify.annotations.NullMarked;
