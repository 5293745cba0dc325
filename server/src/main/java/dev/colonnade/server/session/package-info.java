/**
 * Execution of the requests of the client protocol: on the event loop that read a request if it
 * cannot block, else on bounded thread pools.
 *
 * <p>Start at {@link dev.colonnade.server.session.RequestDispatcher}, which dispatches every kind
 * of request, then read {@link dev.colonnade.server.session.ScanExecution}. Depends on {@code
 * server.session.pool}, {@code server.session.page}, {@code server.session.query}, {@code
 * server.net}, {@code server.translate}, {@code server.config}, {@code protocol}, and the modules
 * storage, sql and engine.
 */
@NullMarked
package dev.colonnade.server.session;

import org.jspecify.annotations.NullMarked;
