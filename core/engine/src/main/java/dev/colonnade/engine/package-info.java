/**
 * Public interface of the engine, for programs that embed it and for the server: a database and its
 * sessions.
 *
 * <p>Start at {@link dev.colonnade.engine.Database}, the composition root of core, then {@link
 * dev.colonnade.engine.Session}. The configuration is {@link
 * dev.colonnade.storage.config.StorageConfig}. May depend on all packages of core; no package of
 * core depends on it.
 */
@NullMarked
package dev.colonnade.engine;

import org.jspecify.annotations.NullMarked;
