/**
 * SQL engine: executes the statements of sessions in PostgreSQL's dialect.
 *
 * <p>Start at {@link dev.colonnade.sql.SqlSession}. A statement of data passes through {@code
 * sql.parser}, {@code sql.analyze}, {@code sql.optimize} and {@code sql.execute}, and reads and
 * writes through {@code sql.access}, which the engine implements. Depends on {@code sql.access},
 * {@code sql.session}, {@code sql.prepared}, {@code sql.result}, {@code sql.setting}, {@code
 * sql.statement}, {@code scan.request} and {@code advisory}.
 */
@NullMarked
package dev.colonnade.sql;

import org.jspecify.annotations.NullMarked;
