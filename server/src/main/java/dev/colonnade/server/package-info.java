/**
 * The program: command line, configuration and composition root.
 *
 * <p>Start reading at {@link dev.colonnade.server.Main}. May depend on everything.
 */
@NullMarked
package dev.colonnade.server;

import org.jspecify.annotations.NullMarked;
