/**
 * What requests mean: each is taken to the engine, on the event loop that read it where it
 * certainly does not wait, else on bounded pools of threads, and its answer back to the connection.
 *
 * <p>Start at {@link dev.colonnade.server.session.ClientSession}, which knows every kind of
 * request; {@link dev.colonnade.server.session.ScanRun} is the one that takes time. Depends on
 * {@code server.net}, {@code server.translate}, {@code server.config}, {@code protocol} and core.
 */
@NullMarked
package dev.colonnade.server.session;

import org.jspecify.annotations.NullMarked;
