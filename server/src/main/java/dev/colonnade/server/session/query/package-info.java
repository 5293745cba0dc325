/**
 * Execution of the SQL requests of one connection: prepared statements, batches, paging with
 * credit-based flow control, cancellation, and idle timeouts.
 *
 * <p>Start at {@link dev.colonnade.server.session.query.SqlRequestHandler}. Depends on {@code
 * server.session.pool}, {@code server.sql}, {@code server.net}, {@code protocol}, {@code sql},
 * {@code scan.request} and {@code error}.
 */
@NullMarked
package dev.colonnade.server.session.query;

import org.jspecify.annotations.NullMarked;
