/**
 * Preparation of an installation for fast starts: the native library outside of its jar, and a
 * training run for the JVM's AOT cache.
 *
 * <p>Start at {@link dev.colonnade.server.prepare.PrepareCommand}. May depend on the server and its
 * configuration, and on the store's native library.
 */
@NullMarked
package dev.colonnade.server.prepare;

import org.jspecify.annotations.NullMarked;
