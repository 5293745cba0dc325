/**
 * The database as a whole, for programs that embed it and for the server: opening and closing,
 * sessions, and what can be asked of them.
 *
 * <p>Start at {@link dev.colonnade.engine.Database}, the composition root of core, then {@link
 * dev.colonnade.engine.Session}. Settings are in {@link dev.colonnade.engine.EngineConfig}. Depends
 * on all packages of core; nothing in core depends on it.
 */
@NullMarked
package dev.colonnade.engine;

import org.jspecify.annotations.NullMarked;
